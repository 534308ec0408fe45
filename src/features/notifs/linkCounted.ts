import { localId } from '#domain/ids.ts';
import type { Consumer } from '#domain/documents/consumer.ts';

/** As long as each person's own link will be, which only the server can make, in letters that a text message has. */
export const linkCounted = (
  eventId: string,
  { _id, linkVersion }: Pick<Consumer, '_id' | 'linkVersion'>,
): string =>
  `${location.origin}/desk/registrations/${eventId}.${localId(_id)}.${linkVersion ?? 0}.${'x'.repeat(22)}`;
