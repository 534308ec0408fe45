import { PAGE_DATA, type PageData } from '#desk/scriptData.ts';

export type { PageData };

export const formNow = (): HTMLFormElement | null => document.querySelector<HTMLFormElement>('form#form');

export function dataNow(): PageData | null {
  const text = document.querySelector(`#${PAGE_DATA}`)?.textContent;
  return text ? (JSON.parse(text) as PageData) : null;
}

/** All fields as they would be sent. There are no files among them. */
export const fieldsOf = (form: HTMLFormElement): URLSearchParams =>
  new URLSearchParams(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  );

/** An element with a text. */
export function element(tag: string, text: string, className = ''): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  return made;
}
