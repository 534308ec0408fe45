import { expect, it } from 'vitest';
import { submission } from './submission.ts';

it('a line end of Word or a tab of a spreadsheet, which nobody sees in a field, is one that may be sent', () => {
  const guest = { forename: 'Ada', surname: 'Byron' };
  const sent = submission.parse({
    ...{ submissionId: 'submission-00000001', language: 'en', paymentType: 'none' },
    person: { ...guest, company: 'Babbage\t& Co\v', email: 'ada@example.org' },
    clients: [{ ...guest, sessions: [{ sessionId: 'session_s', optionId: 'menu' }] }],
    address: { street: 'Rue du Lac\t1' },
    answers: { diet: 'No nuts\vno fish\u0007' },
  });
  expect(sent.person.company).toBe('Babbage & Co ');
  expect(sent.address?.street).toBe('Rue du Lac 1');
  expect(sent.answers).toEqual({ diet: 'No nuts\nno fish' });
});
