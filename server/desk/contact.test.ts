import { describe, expect, it } from 'vitest';
import type { Submission } from '#domain/desk/submission.ts';
import { countriesIn } from '#desk/countries.ts';
import { withContact } from './contact.ts';

const submission = (phone: string | null, country?: string, more: Partial<Submission> = {}): Submission => ({
  ...{ submissionId: 'abcdefghijklmnopq', language: 'fr', paymentType: 'none', clients: [] },
  person: { forename: 'Ada', surname: 'Byron', email: 'ada@example.org', phone },
  ...(country === undefined ? {} : { address: { street: 'Rue 1', city: 'Genève', zip: '', country } }),
  ...more,
});
const phoneOf = (phone: string, country?: string, timeZone = 'Europe/Rome') => {
  const judged = withContact(submission(phone, country), timeZone);
  return judged.ok ? judged.value.person.phone : judged.error;
};

describe('a guest’s phone number', () => {
  it.each([
    ['+41 79 123 45 67', '+41 79 123 45 67'],
    ['0041791234567', '+41 79 123 45 67'],
    ['+41 (0)79 123 45 67', '+41 79 123 45 67'],
    ['+33612345678', '+33 6 12 34 56 78'],
    ['+1 202-555-0147', '+1 202 555 0147'],
    [' ', ' '],
  ])('%s is %s', (written, read) => {
    expect(phoneOf(written)).toBe(read);
  });
  it('without a country code is of the country of the address', () => {
    expect(phoneOf('079 123 45 67', 'CH')).toBe('+41 79 123 45 67');
    expect(phoneOf('06 12 34 56 78', 'France')).toBe('+33 6 12 34 56 78');
    expect(phoneOf('+33 6 12 34 56 78', 'CH')).toBe('+33 6 12 34 56 78');
  });
  it.each([
    ['06 12 34 56 78', 'Europe/Paris', '+33 6 12 34 56 78'],
    ['612345678', 'Europe/Paris', '+33 6 12 34 56 78'],
    ['079 123 45 67', 'Europe/Zurich', '+41 79 123 45 67'],
    ['+41 79 123 45 67', 'Europe/Paris', '+41 79 123 45 67'],
  ])('%s is of the country of an event in %s where there is no address', (written, timeZone, read) => {
    expect(phoneOf(written, undefined, timeZone)).toBe(read);
    expect(phoneOf('079 123 45 67', 'CH', timeZone)).toBe('+41 79 123 45 67');
  });
  it('that is none in the country of the event is none', () => {
    expect(phoneOf('06 12 34', undefined, 'Europe/Paris')).toMatchObject({ field: 'person.phone' });
  });
  it.each([
    ['079 123 45 67'],
    ['+41 79 123 45'],
    ['+41 79 123 45 678'],
    ['+999 123 456 789'],
    ['call me'],
    ['+41 22 379 00 00 ext. 5'],
    ['<b>'],
  ])('%s is none', (written) => {
    expect(phoneOf(written)).toEqual({ reason: 'invalid', field: 'person.phone' });
  });
});

describe('a country', () => {
  it('is one of the list, by its code or a name, and stands in the address as its guest reads it', () => {
    for (const written of ['CH', 'ch', 'Suisse', 'Switzerland', 'Schweiz'])
      expect(withContact(submission(null, written), null)).toMatchObject({
        value: { address: { country: 'Suisse' } },
      });
    expect(withContact(submission(null, 'DE', { language: 'en' }), null)).toMatchObject({
      value: { address: { country: 'Germany', city: 'Genève' } },
    });
    const second = submission(null, '', { addressSec: { country: 'IT' } });
    expect(withContact(second, null)).toMatchObject({
      value: { address: { country: '' }, addressSec: { country: 'Italie' } },
    });
  });
  it.each(['Atlantis', 'ZZ', 'EU', 'XX'])('%s is none', (written) => {
    expect(withContact(submission(null, written), null)).toMatchObject({
      error: { field: 'address.country' },
    });
  });
  it('is found where people of a language look for it', () => {
    const names = countriesIn('fr').map(({ name }) => name);
    expect(names.length).toBeGreaterThan(240);
    expect(new Set(names).size).toBe(names.length);
    expect(names.indexOf('Égypte')).toBeLessThan(names.indexOf('Espagne'));
    expect(countriesIn('en')[0]?.name).toBe('Afghanistan');
  });
});
