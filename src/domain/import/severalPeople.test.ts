import { expect, it } from 'vitest';
import { checkRows, type ImportSettings } from './check.ts';
import type { Mapping } from './fields.ts';
import { severalPeople } from './severalPeople.ts';

const dinner = { _id: 'session_a', type: 'session', title: 'A', date: 0, status: 'upcoming', clients: [] };
const settings: ImportSettings = {
  sessionIds: ['session_a'],
  language: 'fr',
  category: 'indiv',
  countryCode: '+41',
};

const named = (mapping: Mapping, cells: string[][]) =>
  severalPeople(
    checkRows(
      cells.map((row, index) => ({ line: index + 2, cells: row })),
      new Map(),
      mapping,
      settings,
      { numbers: new Set(), sessions: [dinner as never], gone: new Set() },
    ),
  ).map(({ line, name }) => `${line} ${name}`);

it('couples and families in one row are told, by whole names too', () => {
  const couples = ['Marie & Jean', 'Paul et Anne', 'Tom/Ann', 'Mr. and Mrs.', 'M. et Mme', 'Anna und Urs'];
  expect(
    named(
      ['forename', 'surname'],
      couples.map((forename) => [forename, 'Dupont']),
    ),
  ).toEqual(couples.map((forename, at) => `${at + 2} ${forename} Dupont`));
  expect(named(['fullName'], [['Marie & Jean Dupont'], ['Famille Rochat (4 pers.)'], ['Ada Byron']])).toEqual(
    ['2 Marie & Jean Dupont', '3 Famille Rochat (4 pers.)'],
  );
});

it('one person is one, whatever the name', () => {
  const people = ['Anna|von & zu Berg', 'Jean-Luc|Etter', 'Etienne|Undset', 'Mary Et|Li', 'R|Bodmer & Söhne'];
  expect(
    named(
      ['forename', 'surname'],
      people.map((name) => name.split('|')),
    ),
  ).toEqual([]);
});
