import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Template } from '#domain/commands/templates.ts';
import { heavyTemplate } from '#pdf/testing/templates.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { factReader } from './eventFacts.ts';
import { openPapers } from './papers.ts';
import { meta, Scene } from '../testing/scene.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const MB = 1_000_000;
const PEOPLE = 60;

it('large documents of many people are not all in memory while they wait to be sent', async () => {
  const gala = await new Scene(server).open(null);
  const data = Buffer.from(await heavyTemplate(10 * MB)).toString('base64');
  await gala.put({
    ...{ _id: 'invitationtemplate_1', type: 'invitationtemplate', language: 'en', metadata: meta },
    refs: [{ x: 10, y: 10, width: 50, height: 10, pageIndex: 0, variableKey: 'forename' }],
    _attachments: { template: { content_type: 'application/pdf', data } },
  });
  await gala.consumer('ada');
  await gala.put({
    ...{ _id: 'client_ada', type: 'client', forename: 'Ada', surname: 'Test', number: 'A-7' },
    ...{ language: 'en', category: 'indiv', consumerId: 'consumer_ada', metadata: meta },
  });
  const db = await server.storage.open(gala.dbName);
  const reader = factReader(db);
  await reader.refresh();
  const { invitations, registrationOf } = await reader.facts(null, new Set());
  const template = [...invitations.values()][0] as Template;
  const facts = registrationOf({ consumerId: 'consumer_ada' });
  const papers = openPapers(db, async () => null);
  const order = { kind: 'invitation' as const, template, facts, now: 1 };
  const before = process.memoryUsage().arrayBuffers;
  const made = await papers.make(Array.from({ length: PEOPLE }, () => ({ ...order })));
  const held = process.memoryUsage().arrayBuffers - before;
  const sizes = made.map((paper) => (paper.ok ? paper.size : 0));
  expect(Math.min(...sizes)).toBeGreaterThan(7 * MB);
  expect(held).toBeLessThan((PEOPLE * 7 * MB) / 2);
  const [first] = made;
  if (first?.ok !== true) throw new Error('it is held back');
  const digest = createHash('sha256').update(await first.bytes());
  expect(digest.digest('base64url')).toBe(first.sha256);
}, 240_000);
