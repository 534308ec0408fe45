import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { OpenTemplate } from '#pdf/fileJob.ts';
import { usePreview, useTemplatePages } from './usePreview.ts';

/** As one whose worker came to nothing: jsdom has no workers. */
const broken = (): OpenTemplate => ({
  pages: [],
  render: () => Promise.reject(new Error('no pages')),
  layOver: () => Promise.reject(new Error('no texts')),
  close: () => undefined,
});
const ORDER = { boxes: [], copies: [], language: 'en', title: 'Ada' } as const;

it('a preview that cannot be made is said to be none, and another template is begun afresh', async () => {
  const { result, rerender } = renderHook(
    ({ template }) => ({ texts: usePreview(template, ORDER), pages: useTemplatePages(template) }),
    { initialProps: { template: broken() } },
  );
  const waiting = { texts: { laid: null, hasFailed: false }, pages: { view: null, hasFailed: false } };
  expect(result.current).toEqual(waiting);
  await waitFor(() =>
    expect(result.current).toEqual({
      texts: { laid: null, hasFailed: true },
      pages: { view: null, hasFailed: true },
    }),
  );
  rerender({ template: broken() });
  expect(result.current).toEqual(waiting);
});
