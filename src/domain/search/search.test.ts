import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryWords } from './searchMatch.ts';
import { SearchIndex, searchParts } from './searchIndex.ts';
import {
  CLIENT_WEIGHTS,
  fold,
  searchable,
  searchableClient,
  searchIn,
  searchableSeat,
  type Searchable,
} from './search.ts';

interface Person {
  id: string;
  forename: string;
  surname: string;
  company: string;
  number: string;
}

const FORENAMES = [
  'Ada',
  'Zoé',
  'Jean-Luc',
  'Søren',
  'José María',
  'Anaïs',
  'Mei',
  'Øyvind',
  'ΟΔΥΣΣΕΥΣ',
  '太郎',
];
const SURNAMES = [
  'Lovelace',
  'Müller',
  'O’Brien',
  'Łukasz',
  'Van der Berg',
  'Weiß',
  'Rey',
  'Martin',
  'Martinez',
];
const COMPANIES = ['', 'Café du Marché', 'Banque Riveraine', 'Müller & Fils', 'Ada SA', '株式会社田中商事'];

const people: fc.Arbitrary<Person[]> = fc
  .array(
    fc.record({
      forename: fc.constantFrom(...FORENAMES),
      surname: fc.constantFrom(...SURNAMES),
      company: fc.constantFrom(...COMPANIES),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((list) =>
    list.map((one, index) => ({
      ...one,
      id: `client_${String(index).padStart(3, '0')}`,
      number: `G${String(index * 37).padStart(4, '0')}-01`,
    })),
  );

const listOf = (all: readonly Person[]): Searchable<Person>[] => all.map((one) => searchableClient(one, one));

function indexOf(all: readonly Person[]): SearchIndex<Person> {
  const index = new SearchIndex<Person>();
  for (const one of all) index.set(one.id, searchableClient(one, one), one.id);
  return index;
}

const ask = (index: SearchIndex<Person>, query: string, enough = 1): string[] =>
  searchParts([{ index, bonus: 0 }], query, { limit: 1000, enough }).map(({ item }) => item.id);

/** Words of names, parts of them, and some with a letter changed. */
const query = fc
  .array(
    fc
      .tuple(
        fc.constantFrom(...FORENAMES, ...SURNAMES, ...COMPANIES, 'G0037', 'x', 'nobody'),
        fc.nat(12),
        fc.constantFrom('', '', 'x'),
      )
      .map(([text, length, extra]) => text.slice(0, length) + extra),
    { minLength: 1, maxLength: 3 },
  )
  .map((words) => words.join(' '));

describe('the search core: properties', () => {
  it('the order of the words does not matter', () => {
    fc.assert(
      fc.property(
        people,
        fc.shuffledSubarray(['mart', 'ada', 'ban', 'lov'], { minLength: 1 }),
        (all, words) => {
          const list = listOf(all);
          const turned = words.toReversed();
          expect(searchIn(list, turned.join(' '))).toEqual(searchIn(list, words.join(' ')));
          expect(ask(indexOf(all), turned.join(' '))).toEqual(ask(indexOf(all), words.join(' ')));
        },
      ),
    );
  });

  it('accents and case do not matter', () => {
    fc.assert(
      fc.property(people, query, (all, typed) => {
        const list = listOf(all);
        const plain = searchIn(list, fold(typed));
        expect(searchIn(list, typed)).toEqual(plain);
        expect(searchIn(list, typed.toUpperCase())).toEqual(plain);
        expect(searchIn(list, typed.normalize('NFD'))).toEqual(plain);
        expect(
          searchIn(listOf(all.map((one) => ({ ...one, surname: fold(one.surname) }))), typed).length,
        ).toBe(plain.length);
      }),
    );
  });

  it('every full name, in either order, finds its person first or among equals', () => {
    fc.assert(
      fc.property(people, fc.nat(), (all, pick) => {
        const person = all[pick % all.length];
        if (person === undefined) return;
        const same = (one: Person | undefined): boolean =>
          one?.forename === person.forename && one.surname === person.surname;
        const namesakes = all.filter(same).length;
        for (const typed of [
          `${person.forename} ${person.surname}`,
          `${person.surname} ${person.forename}`,
        ]) {
          const found = searchIn(listOf(all), typed);
          const at = found.indexOf(person);
          expect(at).toBeGreaterThanOrEqual(0);
          // Whoever stands before has the same words: a namesake, or one whose company says the same.
          const before = found.slice(0, at).filter((one) => !same(one));
          for (const one of before) expect(fold(one.company)).toMatch(/muller|ada/);
          expect(namesakes).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('the index finds what a look through the list finds, in the same order', () => {
    fc.assert(
      fc.property(people, query, fc.constantFrom(1, 10), (all, typed, enough) => {
        fc.pre(queryWords(typed).length > 0);
        const list = searchIn(listOf(all), typed, { enough }).map(({ id }) => id);
        expect(ask(indexOf(all), typed, enough)).toEqual(list);
      }),
      { numRuns: 400 },
    );
  });

  it('an index that changed step by step answers as one built anew', () => {
    const step = fc.tuple(fc.nat(24), fc.constantFrom('set', 'delete'), fc.constantFrom(...SURNAMES), query);
    fc.assert(
      fc.property(people, fc.array(step, { maxLength: 30 }), query, (all, steps, typed) => {
        const now = new Map(all.map((one) => [one.id, one]));
        const index = indexOf(all);
        for (const [which, what, surname, between] of steps) {
          const id = `client_${String(which).padStart(3, '0')}`;
          if (what === 'delete') {
            now.delete(id);
            index.delete(id);
          } else {
            const one = { id, forename: 'Ada', surname, company: '', number: `N${which}` };
            now.set(id, one);
            index.set(id, searchableClient(one, one), id);
          }
          ask(index, between);
        }
        expect(ask(index, typed)).toEqual(ask(indexOf([...now.values()]), typed));
        expect(index.size).toBe(now.size);
      }),
      { numRuns: 200 },
    );
  });

  it('one wrong, missing, added or swapped letter is forgiven in words of four letters and more', () => {
    const word = fc.stringMatching(/^[a-z]{4,10}$/);
    const change = fc.tuple(
      fc.constantFrom('wrong', 'missing', 'added', 'swapped'),
      fc.nat(),
      fc.constantFrom('a', 'b', 'c', 'x', 'y', 'z'),
    );
    fc.assert(
      fc.property(word, change, (surname, [kind, where, letter]) => {
        const at = where % surname.length;
        const typed = {
          wrong: surname.slice(0, at) + letter + surname.slice(at + 1),
          missing: surname.slice(0, at) + surname.slice(at + 1),
          added: surname.slice(0, at) + letter + surname.slice(at),
          swapped:
            surname.slice(0, at) + (surname[at + 1] ?? '') + (surname[at] ?? '') + surname.slice(at + 2),
        }[kind];
        const person = { id: 'a', forename: 'Ada', surname, company: '', number: '' };
        expect(searchIn(listOf([person]), typed)).toEqual([person]);
        expect(ask(indexOf([person]), typed)).toEqual(['a']);
      }),
      { numRuns: 500 },
    );
  });
});

const person = (id: string, forename: string, surname: string, company = '', number = ''): Person => ({
  id,
  forename,
  surname,
  company,
  number,
});
const find = (all: Person[], typed: string): string[] => searchIn(listOf(all), typed).map(({ id }) => id);

describe('the search core: scripts of their own ways', () => {
  const all = [
    person('company', '花子', '佐藤', '株式会社田中商事'),
    person('surname', '一郎', '田中'),
    person('one', '', '山田太郎'),
    person('kana', 'タロウ', 'ヤマダ'),
    person('thai', 'สมชาย', 'ใจดี'),
    person('rare', '', '𠮷野家'),
  ];

  it('words that stand without spaces are found in the middle of a text, after those that begin it', () => {
    expect(find(all, '田中')).toEqual(['surname', 'company']);
    expect(find(all, '商事')).toEqual(['company']);
    expect(find(all, '太郎')).toEqual(['one']);
    expect(find(all, '野家')).toEqual(['rare']);
    expect(find(all, 'ชาย')).toEqual(['thai']);
    // Those that end, or go on, in other letters too.
    const mixed = [person('ntt', '', '', '株式会社NTT'), person('year', '', '', '東京田中2026')];
    expect(find(mixed, 'ntt')).toEqual(['ntt']);
    expect(find(mixed, '田中')).toEqual(['year']);
    expect(find(mixed, 'tt')).toEqual([]);
    expect(ask(indexOf(all), '田中')).toEqual(['surname', 'company']);
    expect(ask(indexOf(all), '商事')).toEqual(['company']);
    // Others have spaces, and begin their words.
    expect(find([person('a', 'Roland', 'Hermann')], 'mann')).toEqual([]);
  });

  it('kana are found however they are written', () => {
    for (const typed of ['やまだ', 'ヤマダ', 'ﾔﾏﾀﾞ', 'たろう']) expect(find(all, typed)).toEqual(['kana']);
  });
});

describe('the search core: ranking', () => {
  it('weighs number and surname 2, company 1.5, forename 1 [SEARCH-07]', () => {
    expect(CLIENT_WEIGHTS).toEqual({ company: 1.5, forename: 1, number: 2, surname: 2 });
    const all = [
      person('forename', 'Martin', 'A'),
      person('company', 'B', 'B', 'Martin'),
      person('surname', 'C', 'Martin'),
    ];
    expect(find(all, 'martin')).toEqual(['surname', 'company', 'forename']);
    expect(find(all, 'mar')).toEqual(['surname', 'company', 'forename']);
    const numbers = [person('company', 'A', 'B', '1042'), person('number', 'A', 'B', '', '1042')];
    expect(find(numbers, '1042')).toEqual(['number', 'company']);
  });

  it('in plans also weighs the option 1 and the table 1.5 [SEARCH-08]', () => {
    const none = { optionName: null, tableNumber: null };
    const named = (surname: string, number = '') => ({ forename: '', surname, number });
    const option = searchableSeat('option', named('A'), { ...none, optionName: '12' });
    const table = searchableSeat('table', named('B'), { ...none, tableNumber: '12' });
    const number = searchableSeat('number', named('C', '12'), none);
    expect(searchIn([option, table, number], '12')).toEqual(['number', 'table', 'option']);
  });

  it('puts whole words before beginnings, and both before typing errors', () => {
    const all = [
      person('beginning', 'A', 'Martinez'),
      person('double', 'A', 'Martin-Dupont'),
      person('forename', 'Martin', 'B'),
      person('whole', 'A', 'Martin'),
    ];
    expect(find(all, 'martin')).toEqual(['whole', 'double', 'forename', 'beginning']);
    const few = searchIn(listOf([...all, person('typo', 'A', 'Marten')]), 'martin', { enough: 10 });
    expect(few.map(({ id }) => id)).toEqual(['whole', 'double', 'forename', 'beginning', 'typo']);
  });

  it('keeps equals in the order of the list', () => {
    const all = [person('b', 'Ada', 'Rey'), person('a', 'Ada', 'Rey'), person('c', 'Ada', 'Rey')];
    expect(find(all, 'rey ada')).toEqual(['b', 'a', 'c']);
  });

  it('finds names of several parts written in one piece, and in parts', () => {
    const all = [person('a', 'Jean-Luc', 'O’Brien'), person('b', 'Eva', 'Van der Berg', '', 'G0001-01')];
    expect(find(all, "jeanluc o'brien")).toEqual(['a']);
    expect(find(all, 'obrien')).toEqual(['a']);
    expect(find(all, 'vanderberg')).toEqual(['b']);
    expect(find(all, 'berg van')).toEqual(['b']);
    expect(find(all, 'G000101')).toEqual(['b']);
    // What people say of a number: its figures.
    expect(find(all, '0001')).toEqual(['b']);
    expect(find(all, 'g 0001-01')).toEqual(['b']);
    expect(find(all, 'g0001 01')).toEqual(['b']);
  });

  it('does not forgive numbers, short words, or more than one error', () => {
    const all = [person('a', 'Léa', 'Rey', '', '1042'), person('b', 'Eva', 'Zimmermann')];
    expect(find(all, '1043')).toEqual([]);
    expect(find(all, 'rex')).toEqual(['a']);
    expect(find(all, 'rx')).toEqual([]);
    expect(find(all, 'zimerman')).toEqual(['b']);
    expect(find(all, 'zinermann')).toEqual([]);
    expect(find(all, 'zimmx')).toEqual(['b']);
  });

  it('gives the whole list for a query without words', () => {
    expect(searchIn([searchable('a', 'x'), searchable('b', null, undefined)], ' –')).toEqual(['a', 'b']);
  });

  it('no bonus lifts a forgiven find above one without an error [SEARCH-05]', () => {
    const here = { index: indexOf([person('here', 'Ada', 'Marten')]), bonus: 2 };
    const there = { index: indexOf([person('there', 'Ada', 'Martin')]), bonus: 0 };
    const ids = (typed: string) =>
      searchParts([there, here], typed, { limit: 30, enough: 10 }).map(({ item }) => item.id);
    expect(ids('martin')).toEqual(['there', 'here']);
    expect(ids('ada')).toEqual(['here', 'there']);
  });
});
