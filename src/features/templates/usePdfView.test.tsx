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
  // Whether it is damaged only a reader says, which jsdom lacks unless another file of tests has brought one.
  const failed = { view: null, hasFailed: true };
  await waitFor(() => expect(result.current).toMatchObject(failed), { timeout: 30_000 });
  rerender({ pdf: new Blob(['nor this']) });
  expect(result.current).toEqual(waiting);
});
