import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderPart } from '#app/testing/renderApp.tsx';
import { errors } from '#i18n/en/common.ts';
import { blankStatus } from '#data/sync/blankStatus.ts';
import type { DataError } from '#data/types.ts';
import { useAttentionWords } from './attention.ts';
import { detailOf, useErrorText } from './errorText.ts';

afterEach(cleanup);
const CODES = Object.keys(errors) as DataError[];
/** As a library or another server would say it. */
const RAW = 'TypeError: Failed to fetch';

function Words({ code }: { code: DataError }) {
  const attention = useAttentionWords();
  const words = useErrorText()({ code, message: RAW });
  const trouble = attention({ ...blankStatus('gala', 'light'), state: 'attention', error: code });
  return (
    <>
      <p data-testid="error">{words}</p>
      <p data-testid="why">{trouble?.why}</p>
      <p data-testid="todo">{trouble?.todo}</p>
    </>
  );
}

async function said(code: DataError, language: 'en' | 'fr'): Promise<string[]> {
  await renderPart(<Words code={code} />, language);
  const texts = ['error', 'why', 'todo'].map((id) => screen.getByTestId(id).textContent ?? '');
  cleanup();
  return texts;
}

describe('errors are codes until they are shown', () => {
  it.each(CODES)(
    '%s has words in both languages, and nothing else is shown [I18N-01, ERROR-20]',
    async (code) => {
      const [english, french] = [await said(code, 'en'), await said(code, 'fr')];
      for (const [index, text] of english.entries()) {
        expect(text).not.toBe('');
        expect(french[index]).not.toBe('');
        expect(french[index]).not.toBe(text);
        for (const words of [text, french[index]]) {
          expect(words).not.toContain(RAW);
          // A code or a key that slipped through.
          expect(words).not.toMatch(/[a-z]_[a-z]|errors\.|sync\./);
        }
      }
    },
  );

  it('details are for what has no words of its own, and never for what has', () => {
    expect(detailOf({ code: 'unknown', message: RAW })).toBe(RAW);
    expect(detailOf({ code: 'unknown' })).toBeNull();
    expect(detailOf({ code: 'offline', message: RAW })).toBeNull();
  });
});
