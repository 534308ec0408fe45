/* The public page's own script. Without it the page does the same, with a request for each sum and guest. */
import { dropDraft, hasSent, keepDraft, keptDraft, moveDraft, wasSent } from './drafts.ts';
import { dataNow, element, fieldsOf, formNow } from './pageData.ts';
import { beginJudging } from './judging.ts';
import { cameBack, isPage, post, send, showPage } from './send.ts';
import { showQuestions } from './questions.ts';
import { beginSigning } from './signature.ts';
import { showSum } from './sums.ts';

function changed(): void {
  const [form, data] = [formNow(), dataNow()];
  if (form === null || data === null) return;
  showQuestions(form, data);
  showSum(form, data);
  keepDraft(form, data);
}

function begin(): void {
  const [form, data] = [formNow(), dataNow()];
  if (form === null || data === null) return;
  for (const one of document.querySelectorAll<HTMLElement>('.unscripted')) one.hidden = true;
  beginSigning(changed);
  showQuestions(form, data);
  showSum(form, data);
}

/**
 * Back from the registration a browser may show the page as it came, with the id that was registered: without a script that is
 * what makes a second press harmless. Here the form is emptied, and whoever fills it in again means another registration.
 */
function renew(): void {
  const [form, data] = [formNow(), dataNow()];
  const id = form?.querySelector<HTMLInputElement>('input[name=id]');
  if (id == null || data?.fresh !== true || !wasSent(data, id.value)) return;
  id.value = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** What was typed here before takes the place of an empty form, in the form and language of now. */
async function restore(): Promise<void> {
  const [form, data] = [formNow(), dataNow()];
  const draft = data?.fresh === true ? keptDraft(data) : null;
  if (form === null || data === null || draft === null) return;
  const { draftBack, draftClear } = data.words;
  // One that was typed over a registration has none.
  if (!draft.has('id')) draft.set('id', fieldsOf(form).get('id') ?? '');
  draft.set('act', 'sum');
  draft.set('lang', data.language);
  const answer = await post(draft);
  if (answer?.ok !== true || !isPage(answer)) return;
  await showPage(answer);
  const note = element('p', draftBack, 'card row');
  note.role = 'status';
  const clear = element('button', draftClear);
  clear.addEventListener('click', () => {
    dropDraft(data);
    location.reload();
  });
  note.append(' ', clear);
  document.querySelector('#form')?.before(note);
}

/**
 * Back from the registration, in a browser that does not keep pages: into a new one it fills what was sent, and sent again that would be
 * another registration.
 */
function emptied(): void {
  const [form, data] = [formNow(), dataNow()];
  const [how] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (form === null || data?.fresh !== true || how?.type !== 'back_forward') return;
  if (!hasSent(data) || keptDraft(data) !== null) return;
  form.reset();
  showQuestions(form, data);
  showSum(form, data);
}

document.addEventListener('input', changed);
document.addEventListener('change', changed);
document.addEventListener('foyer-page', begin);
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('header a[hreflang]') : null;
  const data = dataNow();
  if (link !== null && data !== null) moveDraft(data, link.pathname.split('/').at(-1) ?? '');
});
document.addEventListener('submit', (event) => {
  if (event.target !== formNow()) return;
  const act = event.submitter?.getAttribute('value');
  if (!act) return;
  event.preventDefault();
  void send(act);
});
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) cameBack();
  else emptied();
});
beginJudging();
renew();
begin();
void restore();
