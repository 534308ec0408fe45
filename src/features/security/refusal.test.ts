import { describe, expect, it } from 'vitest';
import { refusalIn } from './refusal.ts';

describe('the detail of a refused change', () => {
  it('names its event and has words [I18N-01]', () => {
    expect(refusalIn('event-gala forbidden_role')).toEqual({ eventId: 'gala', why: 'forbidden_role' });
  });

  it.each(['', 'more', 'host → member', 'DELETE /api/event', 'event-gala something_new'])(
    'is something else: “%s”',
    (detail) => expect(refusalIn(detail)).toBeNull(),
  );
});
