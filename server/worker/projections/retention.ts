import { typeOfId } from '#domain/ids.ts';
import { RETAIN } from '../erasure/kind.ts';
import type { Projection } from '../projection.ts';

/** Sees to it that registrations are erased when their time is over, as their form says. */
export const retention: Projection = {
  name: 'retention',
  begins: 'now',
  wants: ({ id }) => ['form', 'session'].includes(typeOfId(id) ?? '') || id === 'event',
  create: ({ eventId, jobs, readings }) => ({
    wholly: true,
    async run(ids) {
      // Most events keep nothing for a time: only a form says that. A session that moves is looked at when that time comes.
      const forms = await readings.settled(ids.filter((id) => typeOfId(id) === 'form'));
      const isAsked = ids.length === 0 || forms.some(({ doc }) => typeof doc?.['keepMonths'] === 'number');
      if (isAsked) await jobs.enqueue(RETAIN, { eventId, key: '', payload: null });
    },
  }),
};
