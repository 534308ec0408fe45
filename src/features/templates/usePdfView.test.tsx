import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { usePdfView } from './usePdfView.ts';

it('a PDF that cannot be shown is said to be none, and the screen waits no more; another one is opened afresh', async () => {
  const broken = new Blob(['no PDF at all']);
  const { result, rerender } = renderHook(({ pdf }) => usePdfView(pdf), {
    initialProps: { pdf: broken },
  });
  expect(result.current).toEqual({ view: null, hasFailed: false });
  await waitFor(() => expect(result.current).toEqual({ view: null, hasFailed: true }), { timeout: 20_000 });
  rerender({ pdf: new Blob(['nor this']) });
  expect(result.current).toEqual({ view: null, hasFailed: false });
});
