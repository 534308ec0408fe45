import type { Notif } from '../documents/notif.ts';

/** Files of one mail, in bytes: many mail servers take no more than 10 MB, and on the way they are a third longer. */
export const MOST_ATTACHED = 4_000_000;

/** The organiser's own files that go with a mail (readings, no. 50), by their ids. */
export const attachedIds = ({
  notifMethod,
  attachments,
}: Pick<Notif, 'notifMethod' | 'attachments'>): string[] =>
  notifMethod === 'email' ? [...new Set((attachments ?? []).filter((one) => typeof one === 'string'))] : [];
