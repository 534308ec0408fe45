import { beforeEach, expect, it, vi } from 'vitest';
import { dropOldDrafts, readDraft, removeDraft, writeDraft } from './storedDrafts.ts';

const DAY = 86_400_000;
beforeEach(() => localStorage.clear());

it('a draft that nobody has touched for 90 days goes, one of before from when it is first met', () => {
  writeDraft('ada.client', { basis: 'a', value: 'Grace' });
  localStorage.setItem('foyer.draft.client', JSON.stringify({ basis: 'a', value: 'Alan' }));
  localStorage.setItem('foyer.language', 'fr');
  const now = Date.now();
  dropOldDrafts(now + 89 * DAY);
  expect(readDraft('ada.client')).toMatchObject({ value: 'Grace' });
  dropOldDrafts(now + 91 * DAY);
  expect(readDraft('ada.client')).toBeNull();
  expect(readDraft('client')).toMatchObject({ basis: 'a', value: 'Alan' });
  dropOldDrafts(now + 180 * DAY);
  expect(readDraft('client')).toBeNull();
  expect(localStorage.getItem('foyer.language')).toBe('fr');
});

it('a storage that the browser forbids costs the draft, and no form that was just saved', () => {
  const forbidden = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  try {
    expect(() => writeDraft('a', { basis: 'a', value: 1 })).not.toThrow();
    expect(() => removeDraft('a')).not.toThrow();
    expect(() => dropOldDrafts(1)).not.toThrow();
  } finally {
    forbidden.mockRestore();
  }
});

it('one that cannot be read goes too, and keeps no other', () => {
  localStorage.setItem('foyer.draft.a', '{');
  localStorage.setItem('foyer.draft.b', JSON.stringify({ basis: 'a', value: 1, at: 1 }));
  dropOldDrafts(Date.now());
  expect(Object.keys(localStorage)).toEqual([]);
});

it('drafts leave room for a login, however many there are', () => {
  const long = 'x'.repeat(1_500_000);
  expect(['a', 'b', 'c'].map((key) => writeDraft(key, { basis: 'a', value: long }))).toEqual([
    true,
    true,
    false,
  ]);
  // What is there already may be gone on with, or become another one.
  expect(writeDraft('b', { basis: 'a', value: `${long}.` })).toBe(true);
  removeDraft('a');
  expect(writeDraft('c', { basis: 'a', value: long })).toBe(true);
});
