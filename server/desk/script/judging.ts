import { extraCount } from '#desk/short.ts';
import { dataNow, element, formNow, type PageData } from './pageData.ts';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Fields of which this page has said something by itself. */
const told = new WeakSet<Field>();
/** Where the server's own page says it (src/desk/fields.ts). */
const saidOf = ({ name }: Field): HTMLElement | null => document.getElementById(`why-${name}`);

/**
 * What a browser finds missing before anything is sent is said beside each field, and stays until it is right: a browser's own bubble
 * tells of one field only, is gone after some seconds, and speaks the browser's language instead of the page's.
 */
export function beginJudging(): void {
  document.addEventListener(
    'invalid',
    (event) => {
      const [field, data] = [event.target as Field, dataNow()];
      if (data === null || field.form !== formNow()) return;
      event.preventDefault();
      tell(field, reason(field, data));
      if (field === field.form?.querySelector('input:invalid,select:invalid,textarea:invalid')) field.focus();
    },
    true,
  );
  document.addEventListener('input', ({ target }) => {
    const field = target as Field;
    // What the server said of one only the server can take back.
    if (told.has(field) && field.validity.valid) untell(field);
  });
}

function reason(field: Field, { priced, words }: PageData): string {
  const { fillIn, tick, emailWrong } = words;
  const extra = priced.extras.find(({ id }) => field.name === `x.${id}`);
  if (extra !== undefined) return extraCount(extra, words);
  if (field.validity.valueMissing) return field.type === 'checkbox' ? tick : fillIn;
  return field.type === 'email' ? emailWrong : field.validationMessage;
}

function tell(field: Field, text: string): void {
  untell(field);
  const said = element('small', text, 'problem');
  said.id = `why-${field.name}`;
  told.add(field);
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', said.id);
  const label = field.closest('label');
  const words = label?.querySelector('span') ?? label;
  if (words === label && label?.classList.contains('pick') === true) label.after(said);
  else words?.append(said);
}

function untell(field: Field): void {
  told.delete(field);
  saidOf(field)?.remove();
  field.removeAttribute('aria-invalid');
  field.removeAttribute('aria-describedby');
}
