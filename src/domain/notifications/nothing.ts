import type { Notif } from '../documents/notif.ts';
import { isSeen } from '../text/unseen.ts';
import { contentsOf } from './contents.ts';
import { hasText } from './richText.ts';

const known = new WeakMap<object, boolean>();

/**
 * Not a word, and nothing that comes with it. The editor saves none of these; other programs write what they like, and whoever
 * drafts there may leave the text for later.
 */
export function saysNothing(notif: Pick<Notif, 'notifMethod' | 'contents' | 'attachments'>): boolean {
  // Asked for each person.
  const before = known.get(notif);
  if (before !== undefined) return before;
  const contents = contentsOf(notif);
  const says =
    contents.method === 'sms'
      ? isSeen(contents.message)
      : contents.method === 'whatsapp' ||
        isSeen(contents.subject) ||
        isSeen(contents.text) ||
        contents.attachInvoice ||
        contents.attachInvitation ||
        (notif.attachments ?? []).length > 0 ||
        hasText(contents.html);
  known.set(notif, !says);
  return !says;
}
