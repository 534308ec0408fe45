import { SERVER_TIME_HEADER } from '#api/wire.ts';
import { endDraft, keepDraft } from './drafts.ts';
import { workOut } from './proof.ts';
import { dataNow, element, fieldsOf, formNow } from './pageData.ts';

/** Pauses between two tries without a network, in ms; news of a network ends one early. */
const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 30_000;
const BUSY = 503;
const FAILED = 500;
const GONE = 404;

/** Where the registration of this page stands; null as long as there is none. */
let registeredAt: string | null = null;

/** What is answered, or null where nothing is: no network. */
export async function post(fields: URLSearchParams): Promise<Response | null> {
  const action = formNow()?.getAttribute('action');
  if (action == null) return null;
  try {
    return await fetch(action, { method: 'POST', body: fields });
  } catch {
    return null;
  }
}

/** Whether it is a page of the server's: a proxy, or a network that one must log in to, answers with pages of its own. */
export const isPage = ({ headers }: Response): boolean =>
  headers.has(SERVER_TIME_HEADER) && headers.get('content-type')?.startsWith('text/html') === true;

/** Shows the page of an answer in place of this one; what turns this one away is said in it, or it would be gone. */
export async function showPage(answer: Response): Promise<void> {
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const [main, next] = [document.querySelector('main'), page.querySelector('main')];
  if (main === null || next === null) return;
  if (!answer.ok && answer.status !== GONE && next.querySelector('form') === null) {
    // What the page tells its script is for no reader.
    for (const data of next.querySelectorAll('script')) data.remove();
    say(next.textContent);
    busy(false);
    return;
  }
  document.title = page.title;
  // What is no page of the event's any more has another heading, too.
  const top = page.querySelector('header');
  if (answer.status === GONE && top !== null) document.querySelector('header')?.replaceWith(top);
  main.replaceChildren(...next.childNodes);
  document.dispatchEvent(new Event('foyer-page'));
}

/** Sends the form as the button says; `register` is tried until the server has answered, the others once. */
export async function send(act: string): Promise<void> {
  const isLast = act === 'register';
  say(null);
  busy(true);
  let proof: string | null = null;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
    const [form, data] = [formNow(), dataNow()];
    if (form === null || data === null) return;
    const fields = fieldsOf(form);
    fields.set('act', act);
    keepDraft(form, data);
    if (proof !== null) fields.set('proof', proof);
    const answer = await post(fields);
    const isOurs = answer !== null && isPage(answer);
    if (isOurs && answer.redirected) {
      endDraft(data, fields.get('id') ?? '');
      registeredAt = answer.url;
      location.assign(answer.url);
      return;
    }
    const asked = proof === null && answer?.status === 429 ? answer.headers.get('proof-of-work') : null;
    if (asked != null) {
      say(data.words.proving);
      proof = await workOut(asked);
      say(null);
      if (proof !== null) continue;
    }
    // Another server registers just now, or none does for a moment, or the answer is somebody else's.
    if (isLast && answer !== null && (!isOurs || answer.status >= FAILED)) {
      say(data.words.busy);
      const told = 1000 * Number(answer.headers.get('retry-after'));
      await network(
        Math.min(LONGEST_PAUSE, told || (isOurs && answer.status === BUSY ? FIRST_PAUSE : pause)),
      );
      continue;
    }
    if (isOurs) {
      const was = document.activeElement?.getAttribute('name') ?? '';
      await showPage(answer);
      look(act, was);
      return;
    }
    say(answer !== null ? data.words.later : isLast ? data.words.noNetwork : data.words.noNetworkNow);
    if (!isLast) {
      busy(false);
      return;
    }
    await network(pause);
  }
}

/** Back from the registration, to the page as it was left: whoever would change something there is told before. */
export function cameBack(): void {
  const [form, data] = [formNow(), dataNow()];
  if (form === null || data === null || registeredAt === null) return;
  busy(false);
  const { sentBefore, own, anew } = data.words;
  const said = say(sentBefore);
  const linkTo = (href: string, text: string): HTMLElement => {
    const link = element('a', text);
    link.setAttribute('href', href);
    return link;
  };
  const empty = `/desk/${data.accessId}?lang=${data.language}`;
  said?.append(' ', linkTo(registeredAt, own), ' · ', linkTo(empty, anew));
}

const network = (pause: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, pause);
    addEventListener('online', done);
    function done(): void {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    }
  });

/** Nobody presses twice; fields stay as they are, for what was typed last is sent. */
function busy(is: boolean): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('#form button')) button.disabled = is;
}

function say(text: string | null): HTMLElement | null {
  document.querySelector('#said')?.remove();
  if (text === null) return null;
  const said = element('p', text, 'card bad');
  said.id = 'said';
  said.role = 'alert';
  document.querySelector('#form .main')?.before(said);
  // Whoever has just pressed the last button looks at the end of the window.
  said.scrollIntoView({ block: 'nearest' });
  return said;
}

/** Where a person goes on: what is wrong, the new guest, or the field that was being typed in. */
function look(act: string, was: string): void {
  const guests = document.querySelectorAll<HTMLElement>('.guest');
  const problems = document.querySelector<HTMLElement>('#problems');
  const target =
    problems ??
    (act === 'add'
      ? guests[guests.length - 1]?.querySelector<HTMLElement>('.names input, .names select')
      : act === 'remove'
        ? document.querySelector<HTMLElement>('[value=add]')
        : null);
  (target ?? document.querySelector<HTMLElement>(`input[name="${CSS.escape(was)}"]`))?.focus();
}
