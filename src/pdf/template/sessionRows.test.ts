import { describe, expect, it } from 'vitest';
import type { TemplateBox } from '#domain/documents/templateFields.ts';
import { readPdf, testFonts } from '../testing/read.ts';
import { plainTemplate } from '../testing/templates.ts';
import { compileTemplate } from './compile.ts';
import { OWN_BOXES } from './ownBoxes.ts';
import { renderBatch } from './render.ts';

const TITLES = [
  'Opening conference: how cities move without cars, and who pays for it',
  'Dinner',
  'Night train to the lake, with a concert on the way and breakfast at the pier',
  'Brunch',
];
const DAYS = ['May 1, 2027', 'May 1, 2027', 'May 2, 2027', 'May 3, 2027'];
const HOURS = ['09:00 – 17:00', '', '22:00 – 07:00', '10:00'];

/** What stands in the boxes at which height (points from below), and what is said of them. */
async function printed(boxes: readonly TemplateBox[], titles = TITLES) {
  const count = titles.length;
  const copy = {
    sessions_client: titles.join('\n'),
    dates_sessions: DAYS.slice(0, count).join('\n'),
    horaires_sessions: HOURS.slice(0, count).join('\n'),
  };
  const [made] = await renderBatch(
    {
      template: await compileTemplate(await plainTemplate()),
      boxes,
      codes: new Set(),
      orders: [{ title: 'T', language: 'en', copies: [copy] }],
      now: 0,
    },
    await testFonts(),
  );
  if (made?.ok !== true) throw new Error('not rendered');
  const { pages } = await readPdf(made.bytes());
  const texts = pages[0]?.texts ?? [];
  const heightsOf = (isIt: (text: string) => boolean): number[] =>
    texts.flatMap(({ text, y }) => (isIt(text.trim()) ? [Math.round(y)] : []));
  return {
    notices: made.notices.map(({ box, fit }) => [boxes[box]?.variableKey, fit]),
    starts: titles.map(
      (title) => heightsOf((text) => text !== '' && title.startsWith(text))[0] ?? Number.NaN,
    ),
    days: heightsOf((text) => DAYS.includes(text)),
    hours: heightsOf((text) => HOURS.includes(text)),
    lines: new Set(texts.map(({ y }) => Math.round(y))).size,
  };
}

const lists = OWN_BOXES.invitation.filter(({ variableKey }) => /sessions/.test(variableKey ?? ''));

describe('sessions, their days and their hours beside one another', () => {
  it('a title that takes two lines leaves every day and hour beside its own session [TPL-26]', async () => {
    const { starts, days, hours, lines, notices } = await printed(lists);
    expect(lines).toBeGreaterThan(TITLES.length);
    expect(days).toEqual(starts);
    // Who has no hours leaves the place free.
    expect(hours).toEqual([starts[0], starts[2], starts[3]]);
    expect(notices).toEqual([['sessions_client', 'wrapped']]);
  });

  it('what is set smaller takes the others along', async () => {
    const titles = ['A title that is just a little bit too long for it', 'Dinner'];
    const { starts, days, notices } = await printed(lists, titles);
    expect(days).toEqual(starts);
    expect(notices.map(([, fit]) => fit)).toEqual(['shrunk', 'shrunk', 'shrunk']);
  });

  it('boxes of other sizes keep their lines together, and what fits stays as it was asked for', async () => {
    const smaller = lists.map((box) => (box.variableKey === 'sessions_client' ? box : { ...box, size: 8 }));
    const { starts, days, notices } = await printed(smaller, ['Dinner', 'Brunch']);
    expect(days).toEqual(starts);
    expect(notices).toEqual([]);
  });

  it('a box that stands below is by itself', async () => {
    const below = lists.map((box) => (box.variableKey === 'dates_sessions' ? { ...box, y: 70 } : box));
    const { starts, days, hours } = await printed(below);
    expect(hours).toEqual([starts[0], starts[2], starts[3]]);
    expect(days[0]).toBeLessThan(Math.min(...starts));
    expect(days).toHaveLength(4);
  });

  it('too many for the box are printed all, in rows, and it is said', async () => {
    const low = lists.map((box) => ({ ...box, height: 2 }));
    const { starts, days, notices } = await printed(low);
    expect(days).toEqual(starts);
    expect(notices.map(([, fit]) => fit)).toEqual(['overflows', 'overflows', 'overflows']);
  });
});
