import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPart } from '#app/testing/renderApp.tsx';
import { LongSelect } from './LongSelect.tsx';

const ALL = [
  'Asia/Ho_Chi_Minh',
  'Asia/Hovd',
  'Europe/Zurich',
  'America/Argentina/Buenos_Aires',
  'G0012 · Zoé Quill',
];

describe('a long list', () => {
  async function found(typed: string): Promise<(string | null)[]> {
    const { unmount } = await renderPart(<LongSelect label="Zone" known={[]} all={() => ALL} />);
    const field = screen.getByRole('combobox', { name: 'Zone' });
    act(() => field.focus());
    fireEvent.change(field, { target: { value: typed } });
    const list = within(await screen.findByRole('listbox', { hidden: true }));
    const options = list.queryAllByRole('option', { hidden: true }).map(({ textContent }) => textContent);
    unmount();
    return options;
  }

  it('is searched by words, without case and accents, however they are joined', async () => {
    expect(await found('Ho Chi')).toEqual(['Asia/Ho_Chi_Minh']);
    expect(await found('buenos aires')).toEqual(['America/Argentina/Buenos_Aires']);
    expect(await found('Asia/Ho')).toEqual(['Asia/Ho_Chi_Minh', 'Asia/Hovd']);
    expect(await found('Zürich')).toEqual(['Europe/Zurich']);
    expect(await found('quill zoe 12')).toEqual(['G0012 · Zoé Quill']);
    expect(await found('')).toHaveLength(ALL.length);
    expect(await found('mars')).toEqual([]);
  });
});
