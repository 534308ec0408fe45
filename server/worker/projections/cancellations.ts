import { typeOfId } from '#domain/ids.ts';
import { createCancellations } from '../cancellations.ts';
import type { Projection } from '../projection.ts';

/** Says of clients that their registration is cancelled: a door must know, and holds no registrations. */
export const cancellations: Projection = {
  name: 'cancellations',
  wants: ({ id }) => ['client', 'consumer'].includes(typeOfId(id) ?? ''),
  create: ({ db }) => ({ run: createCancellations(db).look }),
};
