import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { usePdfView } from './usePdfView.ts';

it('a PDF that cannot be shown is said to be none, and the screen waits no more; another one is opened afresh', async () => {
  const broken = new Blob(['no PDF at all']);
  const { result, rerender } = renderHook(({ pdf }) => usePdfView(pdf), {
    initialProps: { pdf: broken },
  });
  const waiting = { view: null, hasFailed: false, isDamaged: false };
  expect(result.current).toEqual(waiting);
  // What jsdom lacks is the reader.
  const failed = { view: null, hasFailed: true, isDamaged: false };
  await waitFor(() => expect(result.current).toEqual(failed), { timeout: 30_000 });
  rerender({ pdf: new Blob(['nor this']) });
  expect(result.current).toEqual(waiting);
});
