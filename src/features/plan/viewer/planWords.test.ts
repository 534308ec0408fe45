import { describe, expect, it } from 'vitest';
import { client as clientSchema } from '#domain/documents/client.ts';
import { searchIn } from '#domain/search/search.ts';
import { createPlanWords } from './planWords.ts';

const client = clientSchema.parse({
  ...{ _id: 'client_1', type: 'client', forename: 'Ada', surname: 'Rey', category: 'indiv', language: 'fr' },
  ...{ number: 'G0002', formerNumbers: ['G0001'], metadata: {} },
});
const guest = { clientId: client._id, client };
const seat = { optionName: 'Vegan', tableNumber: '12' };

describe('the words of guests of a plan', () => {
  it('stay as they are until the guest or the seat is another one', () => {
    const words = createPlanWords();
    const first = words(guest, seat);
    expect(words({ ...guest }, { ...seat })).toBe(first);
    expect(words(guest, { ...seat, tableNumber: '13' })).not.toBe(first);
    expect(words({ ...guest, client: { ...client } }, seat)).not.toBe(first);
  });

  it('are those of the guest, of tickets from before, of the option and the table [SEARCH-08] [VALID-68]', () => {
    const words = createPlanWords();
    const found = (query: string): string[] => searchIn([words(guest, seat)], query);
    for (const query of ['rey', 'G0002', 'G0001', 'vegan', '12']) expect(found(query)).toEqual(['client_1']);
    expect(found('13')).toEqual([]);
  });

  it('of a guest whose document has not come yet are those of the seat', () => {
    const unknown = createPlanWords()({ clientId: 'client_2', client: null }, seat);
    expect(searchIn([unknown], 'vegan')).toEqual(['client_2']);
  });
});
