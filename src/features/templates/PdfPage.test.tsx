import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showScreen } from '#hooks/testing/screen.tsx';
import type { PdfView } from '#pdf/viewer.ts';
import { PdfPage } from './PdfPage.tsx';

it('a page that could not be drawn says so, and is drawn once somebody tries again', async () => {
  const asked: number[] = [];
  // As where memory is short: jsdom draws nothing by itself.
  let isShort = true;
  const view: PdfView = {
    pageCount: 2,
    size: async () => ({ width: 100, height: 200 }),
    prepare: async () => undefined,
    async draw(page) {
      asked.push(page);
      if (isShort) throw new Error('out of memory');
      return true;
    },
    close: () => undefined,
  };
  const page = <PdfPage view={view} page={1} zoom={1} label="Page 2" />;
  await showScreen({ screen: page, path: '/page' });
  expect((await screen.findByRole('alert')).textContent).toContain('This page could not be drawn.');
  expect(screen.getByRole('img', { name: 'Page 2' })).toBeTruthy();
  isShort = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('This page could not be drawn.')).toBeNull());
  expect(asked).toEqual([1, 1]);
});
