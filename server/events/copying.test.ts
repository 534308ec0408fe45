import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { memoryStorage } from '../testing/memoryStorage.ts';
import type { Database, Storage } from '../storage/types.ts';
import { copyOfEvent } from './copying.ts';

const metadata = { author: { id: 'a', name: 'A' }, createdAt: 1, updatedAt: 1 };
let storage: Storage;
let db: Database;
beforeAll(async () => {
  storage = memoryStorage();
  db = await storage.open('event-gala');
  const data = Buffer.from('%PDF-1.7').toString('base64');
  const template = (language: string) => ({
    ...{ _id: `invitationtemplate_${language}`, type: 'invitationtemplate', language, refs: [], metadata },
    _attachments: { template: { content_type: 'application/pdf', data } },
  });
  await db.bulkDocs([template('en'), template('fr')] as never);
});
afterAll(() => storage.close());

it('reads the files of one document after the other: all of them together may fill the memory', async () => {
  const listed = vi.spyOn(db, 'allDocs');
  const read = vi.spyOn(db, 'getAttachment');
  const input = { title: 'Gala', titleFrench: '', invoicePrefix: '', days: 7, author: metadata.author };
  const options = { now: 5, newId: () => 'abcdefghijklmnop' };
  const { documents } = await copyOfEvent(db, { eventId: 'next', ...input }, options);
  let count = 0;
  for await (const doc of documents ?? []) {
    expect(doc).toHaveProperty('_attachments.template.data');
    expect(read).toHaveBeenCalledTimes(++count);
  }
  expect(count).toBe(2);
  for (const [asked] of listed.mock.calls) expect(asked).not.toHaveProperty('attachments');
});

it('of two templates for the same choice it takes the one that was saved last: their copies do not tell any more', async () => {
  const twice = await storage.open('event-twice');
  const template = (id: string, updatedAt: number) => ({
    ...{
      _id: `invoicetemplate_${id}`,
      type: 'invoicetemplate',
      language: 'fr',
      paymentType: 'card',
      refs: [],
    },
    metadata: { ...metadata, updatedAt },
  });
  await twice.bulkDocs([template('a', 9), template('b', 5)] as never);
  const input = { title: 'Gala', titleFrench: '', invoicePrefix: '', days: 7, author: metadata.author };
  const options = { now: 20, newId: () => 'abcdefghijklmnop' };
  const { documents } = await copyOfEvent(twice, { eventId: 'next', ...input }, options);
  const copied: unknown[] = [];
  for await (const doc of documents ?? []) copied.push(doc['_id']);
  expect(copied).toEqual(['invoicetemplate_a']);
});
