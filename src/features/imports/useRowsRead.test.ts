import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ImportCheck } from '#domain/import/check.ts';
import type { TableRow } from '#domain/import/table.ts';
import { useRowsRead, type ToRead } from './useRowsRead.ts';

const file = (rows: number): ToRead => {
  const table = {
    headers: ['Name'],
    rows: Array.from({ length: rows }, (_, index) => ({ line: index + 2, cells: ['Ada'] })),
    dropped: [],
    aside: { above: 0, again: 0, empty: 0 },
  };
  return { file: { table } as unknown as ToRead['file'], table, edits: new Map(), check: checkOf([]) };
};

/** Notes how many rows it was made to read at a time. */
function checkOf(portions: number[]): ImportCheck {
  const known = new Set<TableRow>();
  return {
    unread: (rows) => rows.filter((row) => !known.has(row)),
    read(rows) {
      portions.push(rows.length);
      for (const row of rows) known.add(row);
    },
    all: () => [],
  };
}

it('gives few rows at once, many after they were read in portions, and of another file nothing before', async () => {
  const small = file(200);
  const hook = renderHook((wanted: ToRead | null) => useRowsRead(wanted), { initialProps: small });
  expect(hook.result.current).toEqual({ read: small, reading: false });

  const portions: number[] = [];
  const large = { ...file(1001), check: checkOf(portions) };
  hook.rerender(large);
  expect(hook.result.current).toEqual({ read: null, reading: true });
  await waitFor(() => expect(hook.result.current.reading).toBe(false));
  expect(hook.result.current.read).toBe(large);
  expect(portions).toEqual([200, 200, 200, 200, 200, 1]);

  // Another column: the same rows as before, until they are read again.
  const again = { ...large, check: checkOf([]) };
  hook.rerender(again);
  expect(hook.result.current).toEqual({ read: large, reading: true });
  await waitFor(() => expect(hook.result.current).toEqual({ read: again, reading: false }));
});

it('reads no further for what nobody wants any more', async () => {
  const portions: number[] = [];
  const first = { ...file(1001), check: checkOf(portions) };
  const hook = renderHook((wanted: ToRead) => useRowsRead(wanted), { initialProps: first });
  await waitFor(() => expect(portions.length).toBeGreaterThan(0));
  const begun = portions.length;
  const other = { ...first, check: checkOf([]) };
  hook.rerender(other);
  await waitFor(() => expect(hook.result.current).toEqual({ read: other, reading: false }));
  expect(portions).toHaveLength(begun);
});
