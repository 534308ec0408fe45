import { expect, it } from 'vitest';
import { titlesAmong } from './titlesAmong.ts';

const at = (day: number) => new Date(2027, 4, day, 12).getTime();
const dinner = (day: number, timeStart: string | null = null) => ({
  ...{ title: 'Dinner', titleFrench: 'Dîner', date: at(day), timeStart, timeEnd: null },
});

it('sessions of one title are told apart by their days, and by their hours on one day', () => {
  const sessions = [
    dinner(1),
    dinner(2, '12:00'),
    dinner(2, '19:00'),
    { ...dinner(1), title: 'Talk', titleFrench: null },
  ];
  const told = (language: 'en' | 'fr', some = sessions) => some.map(titlesAmong(language, some, at(1)));
  expect(told('en')).toEqual(['Dinner · May 1', 'Dinner · May 2 · 12:00', 'Dinner · May 2 · 19:00', 'Talk']);
  expect(told('fr')).toEqual(['Dîner · 1er mai', 'Dîner · 2 mai · 12:00', 'Dîner · 2 mai · 19:00', 'Talk']);
  expect(told('en', [dinner(1), dinner(1)])).toEqual(['Dinner · May 1', 'Dinner · May 1']);
  expect(told('en', sessions.slice(2))).toEqual(['Dinner', 'Talk']);
});
