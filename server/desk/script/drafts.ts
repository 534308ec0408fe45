import { fieldsOf, type PageData } from './pageData.ts';

/** Days for which a device keeps what somebody typed and did not send. */
const KEPT_DAYS = 7;

interface Draft {
  at: number;
  fields: string;
}

const keyOf = ({ accessId }: Pick<PageData, 'accessId'>): string => `foyer.desk.${accessId}`;
const sentKeyOf = (data: PageData): string => `${keyOf(data)}.sent`;

/**
 * By what this tab knows an id again that was registered. Not the id itself: with it whoever uses this device next could ask for the
 * registration that was made here.
 */
function markOf(id: string): string {
  let mark = 0;
  for (let at = 0; at < id.length; at++) mark = (Math.imul(mark, 31) + id.charCodeAt(at)) | 0;
  return String(mark);
}

/** Kept on this device until it is sent, so that a reload or a closed tab loses nothing. */
export function keepDraft(form: HTMLFormElement, data: PageData): void {
  const fields = fieldsOf(form);
  try {
    // Typed over what was registered already: brought back, it is another registration.
    if (wasSent(data, fields.get('id') ?? '')) fields.delete('id');
    const draft: Draft = { at: Date.now(), fields: fields.toString() };
    localStorage.setItem(keyOf(data), JSON.stringify(draft));
  } catch {
    // A full or forbidden storage costs the draft, not the form.
  }
}

/** The other language may be a form of its own, at its own address: what was typed here goes along. */
export function moveDraft(data: PageData, accessId: string): void {
  try {
    const draft = localStorage.getItem(keyOf(data));
    if (draft === null || accessId === data.accessId) return;
    localStorage.setItem(keyOf({ accessId }), draft);
    dropDraft(data);
  } catch {
    // Where nothing can be kept, it stays on this page.
  }
}

/** It was registered: from here on its id is not that of a draft. */
export function endDraft(data: PageData, id: string): void {
  dropDraft(data);
  try {
    sessionStorage.setItem(sentKeyOf(data), markOf(id));
  } catch {
    // Then no draft was kept either.
  }
}

/** Whether this tab has registered something under that id. */
export function wasSent(data: PageData, id: string): boolean {
  try {
    return markOf(id) === sessionStorage.getItem(sentKeyOf(data));
  } catch {
    return false;
  }
}

/** Whether something was registered in this tab, at this form. */
export function hasSent(data: PageData): boolean {
  try {
    return sessionStorage.getItem(sentKeyOf(data)) !== null;
  } catch {
    return false;
  }
}

/** What was typed here before; null where there is none, or none that is young enough. */
export function keptDraft(data: PageData): URLSearchParams | null {
  try {
    // Pages of before kept the id itself there, for ever.
    localStorage.removeItem(sentKeyOf(data));
    const { at, fields } = JSON.parse(localStorage.getItem(keyOf(data)) ?? 'null') as Draft;
    if (Date.now() - at <= KEPT_DAYS * 86_400_000) return new URLSearchParams(fields);
    dropDraft(data);
  } catch {
    // There is none.
  }
  return null;
}

export function dropDraft(data: PageData): void {
  try {
    localStorage.removeItem(keyOf(data));
  } catch {
    // Where nothing can be kept, nothing was.
  }
}
