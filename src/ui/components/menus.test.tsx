import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { renderPart } from '#app/testing/renderApp.tsx';
import { ActionMenu } from './ActionMenu.tsx';
import { searchMenu } from './menuSearch.ts';
import { DateField } from '../forms/DateField.tsx';
import { TimeField } from '../forms/TimeField.tsx';

describe('menu search', () => {
  const items = [
    { id: 'other', title: 'Copy', others: ['rate card'] },
    { id: 'name', title: 'Change', name: 'rate' },
    { id: 'title', title: 'Apply rate' },
  ];

  it('[SHELL-14] a hit in the title (1.5) comes before one in the name (1.2), and that before others (1)', () => {
    expect(searchMenu(items, 'rat').map(({ id }) => id)).toEqual(['title', 'name', 'other']);
  });

  it('[SHELL-14] weights add up over the words of the query', () => {
    const two = [
      // 1.2 + 1.2 = 2.4 against 1.5 + 1 = 2.5.
      { id: 'names', title: 'x', name: 'apply rate' },
      { id: 'mixed', title: 'Apply', others: ['rate'] },
    ];
    expect(searchMenu(two, 'apply rate').map(({ id }) => id)).toEqual(['mixed', 'names']);
  });

  it('ignores accents and case, and needs every word', () => {
    expect(searchMenu([{ title: 'Événement' }], 'evene')).toHaveLength(1);
    expect(searchMenu(items, 'apply copy')).toEqual([]);
    expect(searchMenu(items, ' ')).toEqual(items);
  });
});

describe('popup menus', () => {
  const items = Array.from({ length: 7 }, (_, n) => ({
    id: `${n}`,
    title: `Action ${n}`,
    onSelect: vi.fn<() => void>(),
  }));

  it('[SHELL-13] are at least 200 px high before they scroll', async () => {
    await renderPart(
      <MemoryRouter>
        <ActionMenu items={items} />
      </MemoryRouter>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Actions' }));
    expect((await screen.findByTestId('menu')).style.maxHeight).toMatch(/^max\(200px, /);
  });

  it('can be searched, and Enter takes the first found', async () => {
    await renderPart(
      <MemoryRouter>
        <ActionMenu items={items} />
      </MemoryRouter>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Actions' }));
    const box = await screen.findByRole('searchbox', { name: 'Find an action' });
    fireEvent.change(box, { target: { value: '4' } });
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Action 4']);
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(items[4]?.onSelect).toHaveBeenCalledOnce();
  });
});

function Picker({ begin = '18:00' }: { begin?: string }) {
  const [value, setValue] = useState(begin);
  return (
    <>
      <TimeField label="Start" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

describe('pickers', () => {
  it.each([
    ['en', ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']],
    ['fr', ['lu', 'ma', 'me', 'je', 've', 'sa', 'di']],
  ] as const)('[SHELL-15] weeks start on Monday (%s)', async (language, days) => {
    await renderPart(
      <DateField name="day" label="Date" value="2026-06-15" onChange={() => undefined} />,
      language,
    );
    fireEvent.click(screen.getByLabelText('Date'));
    const head = await screen.findAllByRole('columnheader').catch(() => []);
    const names =
      head.length > 0 ? head : within(await screen.findByRole('table')).getAllByText(/^\p{L}{2}$/u);
    expect(names.map((cell) => cell.textContent?.toLowerCase().slice(0, 2))).toEqual(
      days.map((day) => day.toLowerCase()),
    );
  });

  it.each([
    ['fr', '2026-12-01', '1er décembre 2026'],
    ['fr', '2026-12-11', '11 décembre 2026'],
    ['en', '2026-12-01', 'December 1, 2026'],
  ] as const)(
    'a date stands as its language writes it, in the calendar too (%s: %s)',
    async (language, day, text) => {
      const onChange = vi.fn<(day: string | null) => void>();
      await renderPart(<DateField name="day" label="Date" value={day} onChange={onChange} />, language);
      const field = screen.getByLabelText('Date');
      expect(field).toHaveProperty('value', text);
      fireEvent.click(field);
      expect(await screen.findByRole('button', { name: text })).toBeDefined();
      // Left as it is, it is read again.
      fireEvent.blur(field);
      expect(field).toHaveProperty('value', text);
      expect(onChange).not.toHaveBeenCalled();
    },
  );

  it.each([
    ['fr', '11.12.2026', '2026-12-11'],
    ['fr', '11/12/2026', '2026-12-11'],
    ['fr', '11 décembre 2026', '2026-12-11'],
    ['en', '11.12.2026', '2026-12-11'],
    ['en', '12/11/2026', '2026-12-11'],
    ['fr', '1er décembre 2026', '2026-12-01'],
    ['en', 'Dec 11, 2026', '2026-12-11'],
    ['en', '11 December 2026', '2026-12-11'],
    ['en', '1 dec. 2026', '2026-12-01'],
    ['en', '22nd December, 2026', '2026-12-22'],
  ] as const)(
    'a typed date has its day where its language writes it (%s: %s)',
    async (language, text, day) => {
      const onChange = vi.fn<(day: string | null) => void>();
      await renderPart(
        <DateField name="day" label="Date" value="2026-06-15" onChange={onChange} />,
        language,
      );
      fireEvent.change(screen.getByLabelText('Date'), { target: { value: text } });
      expect(onChange).toHaveBeenLastCalledWith(day);
    },
  );

  it.each([
    [
      'en',
      ['29.2.20', '29.2.202', '29.2.2027'],
      '“29.2.2027” is not a date: nothing was changed.',
      'June 15, 2026',
    ],
    ['fr', ['30 février 2027'], /30 février 2027.*n’est pas une date/, '15 juin 2026'],
    ['en', ['February 30, 2027'], '“February 30, 2027” is not a date: nothing was changed.', 'June 15, 2026'],
    [
      'en',
      ['May 5, 1960'],
      '“May 5, 1960” is outside the years 1970 to 9999: nothing was changed.',
      'June 15, 2026',
    ],
    ['fr', ['5 mai 12026'], /5 mai 12026.*hors des années 1970 à 9999/, '15 juin 2026'],
    ['en', ['30 February 2027'], '“30 February 2027” is not a date: nothing was changed.', 'June 15, 2026'],
    ['en', ['soon'], '“soon” is not a date: nothing was changed.', 'June 15, 2026'],
  ] as const)(
    'what is typed and is no date changes nothing, and is told (%s: %s)',
    async (language, texts, told, shown) => {
      function Day() {
        const [day, setDay] = useState<string | null>('2026-06-15');
        return <DateField name="day" label="Date" value={day} onChange={setDay} />;
      }
      await renderPart(<Day />, language);
      const field = screen.getByLabelText<HTMLInputElement>('Date');
      fireEvent.focus(field);
      for (const value of texts) fireEvent.change(field, { target: { value } });
      fireEvent.blur(field);
      expect(screen.getByText(told)).toBeDefined();
      expect(field.value).toBe(shown);
      fireEvent.focus(field);
      fireEvent.change(field, { target: { value: '11.12.2026' } });
      fireEvent.blur(field);
      expect(screen.queryByText(told)).toBeNull();
      expect(field.value).toMatch(/2026/);
    },
  );

  it('Enter takes a typed day and shuts the calendar; the form is sent by the next one', async () => {
    const sent = vi.fn<(day: string | null) => void>();
    function Form() {
      const [day, setDay] = useState<string | null>('2026-06-15');
      return (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            sent(day);
          }}
        >
          <DateField name="day" label="Date" value={day} onChange={setDay} />
        </form>
      );
    }
    await renderPart(<Form />);
    const field = screen.getByLabelText('Date');
    const table = () => screen.queryByRole('table', { hidden: true });
    // As browsers do it: a form of one field is sent by Enter unless somebody prevents it.
    const enter = () => fireEvent.keyDown(field, { key: 'Enter' }) && fireEvent.submit(field);
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: '11.12.2026' } });
    await waitFor(() => expect(table()).not.toBeNull());
    enter();
    await waitFor(() => expect(table()).toBeNull());
    expect(sent).not.toHaveBeenCalled();
    enter();
    expect(sent.mock.calls).toEqual([['2026-12-11']]);
    fireEvent.click(field);
    await waitFor(() => expect(table()).not.toBeNull());
  });

  it('[SHELL-16] times have 24 hours and minutes in steps of five', async () => {
    await renderPart(<Picker />);
    const minutes = screen.getByLabelText('Start: Minutes');
    fireEvent.keyDown(minutes, { key: 'ArrowUp' });
    expect(screen.getByRole('status').textContent).toBe('18:05');
    const hours = screen.getByLabelText('Start: Hours');
    for (let step = 0; step < 5; step += 1) fireEvent.keyDown(hours, { key: 'ArrowUp' });
    expect(screen.getByRole('status').textContent).toBe('23:05');
    expect(screen.queryByText('PM')).toBeNull();
  });

  it('[SHELL-16] hours alone are full ones, for whoever leaves the field and for Enter; minutes alone are none', async () => {
    await renderPart(<Picker begin="" />);
    const shown = (part: 'Hours' | 'Minutes') => screen.getByLabelText<HTMLInputElement>(`Start: ${part}`);
    const type = (part: 'Hours' | 'Minutes', value: string) =>
      fireEvent.change(shown(part), { target: { value } });
    const chosen = () => screen.getByRole('status').textContent;
    type('Hours', '19');
    expect(chosen()).toBe('');
    fireEvent.blur(shown('Minutes'));
    expect([chosen(), shown('Hours').value, shown('Minutes').value]).toEqual(['19:00', '19', '00']);
    fireEvent.keyDown(shown('Minutes'), { key: 'Backspace' });
    expect([chosen(), shown('Hours').value]).toEqual(['', '']);
    type('Hours', '8');
    fireEvent.keyDown(shown('Hours'), { key: 'Enter' });
    expect(chosen()).toBe('08:00');
    fireEvent.blur(shown('Hours'));
    expect([shown('Hours').value, shown('Minutes').value]).toEqual(['08', '00']);
    fireEvent.keyDown(shown('Hours'), { key: 'Backspace' });
    type('Minutes', '30');
    fireEvent.blur(shown('Minutes'));
    expect([chosen(), shown('Hours').value, shown('Minutes').value]).toEqual(['', '', '']);
  });
});
