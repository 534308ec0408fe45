import { typeOfId } from '#domain/ids.ts';
import type { Projection } from '../projection.ts';
import { toAct } from './acts.ts';

/** Tells each document of a type that is written once, from itself. */
const telling = (name: string, type: 'checkin' | 'entrychange' | 'payment'): Projection => ({
  name,
  wants: ({ id }) => typeOfId(id) === type,
  create: ({ historian, readings }) => ({
    async run(ids) {
      const found = await readings.settled(ids);
      await historian.tellActs(found.flatMap(({ doc }) => (doc === null ? [] : [toAct(doc)])));
    },
  }),
});

export const checkinHistory = telling('checkinHistory', 'checkin');
/** Of an event that was there before, its payments are told too, each at its time. */
export const paymentHistory = telling('paymentHistory', 'payment');
export const entryHistory: Projection = {
  ...telling('entryHistory', 'entrychange'),
  // Servers before it took no such documents.
  begins: 'now',
};
