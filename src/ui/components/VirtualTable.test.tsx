import { fireEvent, render, screen } from '@testing-library/react';
import { useLayoutEffect, type ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { PageTable, VirtualTable } from './VirtualTable.tsx';

const ROWS = Array.from({ length: 400 }, (_, number) => number);

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('a page whose rows are higher than expected stays at its top, wherever the page before was left', async () => {
  vi.stubGlobal('scrollY', 1630);
  vi.spyOn(window, 'scrollTo').mockImplementation(((to: ScrollToOptions | number, top?: number) => {
    window.scrollY = typeof to === 'number' ? (top ?? 0) : (to.top ?? 0);
  }) as typeof window.scrollTo);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, 300 - window.scrollY, 360, 100),
  );
  render(
    <Route>
      <PageTable
        label="People"
        rows={ROWS}
        keyOf={(row) => row}
        heightOf={() => 62}
        columns="1fr"
        minWidth={300}
        className={undefined}
        head={<span role="columnheader">Name</span>}
        isProblem={() => false}
      >
        {(row) => <span role="cell">{row}</span>}
      </PageTable>
    </Route>,
  );
  await screen.findAllByRole('cell');
  expect(window.scrollY).toBe(0);
});

it.each([PageTable, VirtualTable])('on paper every row stands: %o', (Table) => {
  render(
    <Table
      label="People"
      rows={ROWS}
      keyOf={(row) => row}
      heightOf={() => 62}
      columns="1fr"
      minWidth={300}
      className={undefined}
      head={<span role="columnheader">Name</span>}
      isProblem={() => false}
    >
      {(row) => <span role="cell">{row}</span>}
    </Table>,
  );
  expect(screen.queryAllByRole('cell').length).toBeLessThan(60);
  fireEvent(window, new Event('beforeprint'));
  expect(screen.getAllByRole('cell').map(({ textContent }) => Number(textContent))).toEqual(ROWS);
  fireEvent(window, new Event('afterprint'));
  expect(screen.queryAllByRole('cell').length).toBeLessThan(60);
});

/** Begins at its top, as each that the router shows: once all of it is drawn. */
function Route({ children }: { children: ReactNode }) {
  useLayoutEffect(() => window.scrollTo(0, 0), []);
  return children;
}
