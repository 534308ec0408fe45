import { describe, expect, it } from 'vitest';
import { resolveConflict, type Leaf } from '../conflicts/conflict.ts';
import { parseDocument } from './index.ts';
import { validateWrite } from '../judging/validateWrite.ts';
import { bookedOf } from '../money/booked.ts';
import { entryOf } from './bankEntry.ts';
import { erased, holdsNobody, isErased } from './erasure.ts';

const metadata = { author: { id: 'm', name: 'mia' }, createdAt: 1, updatedAt: 2, note: 'Ada' };
const client = {
  ...{ _id: 'client_ada', type: 'client', forename: 'Ada', surname: 'Lovelace', number: 'G0001-01' },
  ...{ email: 'ada@example.org', phone: '+41791234567', notes: 'loves engines', diet: 'no nuts' },
  ...{ category: 'sponsor', language: 'en', consumerId: 'consumer_ada', formerNumbers: ['G0009'], metadata },
  unknown: 'Ada wrote this with a later version',
};
const consumer = {
  ...{ _id: 'consumer_ada', type: 'consumer', status: 'invoice_paid', invoiceIndex: 3, linkVersion: 1 },
  person: { forename: 'Ada', surname: 'Lovelace', email: 'ada@example.org' },
  address: { street: 'Rue Ada 1' },
  registration: {
    ...{ amount: 5000, currency: 'chf', vat: 810, rate: 100, formId: 'form_f', extras: { cap: 2 } },
    ...{
      answers: { q: 'Ada' },
      signature: 'data:image/png;base64,Ada',
      consents: [{ wording: 'Ada', time: 1 }],
    },
  },
  settlement: { paid: 5405, refunded: 0 },
  transfers: [{ id: 'Ada Lovelace, invoice 4', day: '2026-01-02', amount: 5405 }],
  invoices: [
    {
      kind: 'invoice',
      index: 3,
      number: 'G0004',
      takesBack: null,
      issuedAt: 1,
      currency: 'chf',
      total: 5405,
    },
  ],
  notifs: { notif_a: [{ ok: true, date: 1, message: 'Dear Ada' }] },
  metadata,
};

describe('a person who was erased', () => {
  it('is in none of what is left, which is a document of its kind with its figures and money', () => {
    for (const doc of [client, consumer]) {
      const left = erased(doc, 77);
      expect(JSON.stringify(left)).not.toMatch(/Ada|Lovelace|example|G0001|G0009|engines|nuts|4179/);
      expect(parseDocument(left as never)).toMatchObject({ ok: true });
      expect(isErased(left)).toBe(true);
      expect(holdsNobody(left)).toBe(true);
      expect(erased(left, 99)).toBe(left);
    }
    expect(erased(client, 77)).toMatchObject({
      category: 'sponsor',
      consumerId: 'consumer_ada',
      erasedAt: 77,
    });
    expect(erased(consumer, 77)).toMatchObject({
      ...{ status: 'invoice_paid', invoiceIndex: 3, settlement: { paid: 5405 } },
      invoices: [{ number: 'G0004', total: 5405 }],
      registration: {
        amount: 5000,
        currency: 'chf',
        vat: 810,
        rate: 100,
        formId: 'form_f',
        extras: { cap: 2 },
      },
    });
  });

  it('is not in the bank’s names of what was paid, while the payment is known again', () => {
    const left = erased(consumer, 77);
    expect(left.transfers).toEqual([
      { ...consumer.transfers[0], id: expect.stringMatching(/^entry-/) as string },
    ]);
    expect(entryOf(left.transfers[0]?.id ?? '')).toBe(entryOf('Ada Lovelace, invoice 4'));
    expect(bookedOf(left as never)).toEqual(bookedOf(consumer as never));
    // As an app of before erases: it is taken, and mended once it is here.
    const before = { ...left, transfers: consumer.transfers };
    expect(holdsNobody(before)).toBe(true);
    expect(erased(before, 99)).toEqual(left);
  });

  it('is not written again, by nobody: neither over it nor beside it', () => {
    const writer = { id: 'm', role: 'manager', name: 'mia' } as const;
    const circumstances = { now: 1_000, archivedSince: null };
    const left = erased(client, 77);
    const said = (doc: object, stored: object | null): string => {
      const verdict = validateWrite(doc as never, stored as never, writer, circumstances);
      return verdict.ok ? 'ok' : verdict.error.code;
    };
    expect(said(left, client)).toBe('ok');
    expect(said({ ...left, canceled: true }, left)).toBe('ok');
    expect(said(client, left)).toBe('erased');
    expect(said({ ...client, erasedAt: 77 }, client)).toBe('erased');
    expect(said({ ...left, email: 'ada@example.org' }, left)).toBe('erased');
    expect(
      said({ ...left, _attachments: { photo: { data: 'aaaa', content_type: 'image/png' } } }, left),
    ).toBe('erased');
    expect(said({ ...left, metadata: { ...left.metadata, note: 'Ada' } }, left)).toBe('erased');
    expect(said({ _id: client._id, _deleted: true }, left)).toBe('ok');
  });

  it('stays so when an edit from elsewhere meets it, however late and however many', () => {
    const leaf = (doc: object, rev: string, start: number): Leaf =>
      ({ ...doc, _rev: `${start}-${rev}`, _revisions: { start, ids: [rev] } }) as never;
    const later = { ...client, metadata: { ...metadata, updatedAt: 999 }, surname: 'King' };
    const leaves = [leaf(erased(client, 77), 'aa', 2), leaf(later, 'bb', 6), leaf(client, 'cc', 3)];
    for (const order of [leaves, leaves.toReversed()]) {
      const { merged } = resolveConflict(order);
      expect(JSON.stringify(merged)).not.toMatch(/Ada|Lovelace|King|example/);
      const { _revisions, ...content } = merged;
      expect(holdsNobody(content)).toBe(true);
      expect(merged['erasedAt']).toBe(77);
    }
  });
});
