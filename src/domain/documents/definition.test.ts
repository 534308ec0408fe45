import fc from 'fast-check';
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { resolveConflict, type Leaf } from '../conflicts/conflict.ts';
import type { Client } from './client.ts';
import { couchFields, wire } from './common.ts';
import { isComplete } from './complete.ts';
import { defineDocument, migrated, versionOf } from './definition.ts';
import { DOCUMENTS, isNewer, isOlder, parseDocument, readStored, upToDate } from './index.ts';
import { newDocument } from './new.ts';
import type { Plan, Session, SessionEntry } from './session.ts';
import { raised } from './testing/raised.ts';

type Doc = Record<string, unknown>;

const client = { _id: 'client_a', type: 'client', forename: 'Ada', surname: 'Lovelace' };
const session = { _id: 'session_s', type: 'session', title: 'Gala', date: 5 };

/** A pet's name was one text, then two, then a list. */
const pet = defineDocument({
  schema: wire({ ...couchFields, type: z.literal('pet'), names: z.array(z.string()) }),
  version: 3,
  migrations: [
    ({ name, ...rest }) => ({ ...rest, first: String(name).split(' ')[0], last: String(name).split(' ')[1] }),
    ({ first, last, ...rest }) => ({ ...rest, names: [first, last] }),
  ],
  spellings: { nom: 'name' },
});

describe('versions', () => {
  it('a document without one, or with nonsense, is of the first: so outsiders write', () => {
    for (const schemaVersion of [undefined, null, 0, -1, 1.5, '2', [], NaN, 2 ** 60]) {
      expect(versionOf({ schemaVersion })).toBe(1);
    }
    expect(versionOf({ schemaVersion: 2 })).toBe(2);
  });

  it('migrations lead from any version to the newest, and keep what they do not know', () => {
    const wanted = { _id: 'pet_1', names: ['Rex', 'Sly'], collar: { colour: 'red' }, schemaVersion: 3 };
    const first = { _id: 'pet_1', name: 'Rex Sly', collar: { colour: 'red' } };
    const second = { _id: 'pet_1', first: 'Rex', last: 'Sly', collar: { colour: 'red' }, schemaVersion: 2 };
    for (const doc of [first, second, wanted]) expect(migrated(pet, doc)).toEqual(wanted);
    expect(migrated(pet, first, 2)).toEqual(second);
    expect(migrated(pet, wanted)).toBe(wanted);
  });

  it('what comes from a later version is not touched', () => {
    const later = { _id: 'pet_1', names: 'in a form of tomorrow', schemaVersion: 4 };
    expect(migrated(pet, later)).toBe(later);
  });

  it('older spellings are read whatever the version; the newer one wins [DOC-18]', () => {
    const { nom, ...rest }: Doc = { _id: 'pet_1', nom: 'Rex Sly' };
    expect(migrated(pet, { ...rest, nom })).toMatchObject({ names: ['Rex', 'Sly'] });
    const stamped = { ...session, schemaVersion: 1, title_fr: 'Soirée' };
    expect(upToDate(stamped)).toEqual({ ...session, schemaVersion: 1, titleFrench: 'Soirée' });
    expect(upToDate({ ...stamped, titleFrench: 'Bal' })).toMatchObject({ titleFrench: 'Bal' });
  });

  it('each version after the first needs its migration', () => {
    expect(() => defineDocument({ ...pet, version: 4 })).toThrow(RangeError);
  });

  it('of every type but the note of money are 1, because the outside contract knows no other', () => {
    for (const [type, { version }] of Object.entries(DOCUMENTS))
      expect(version).toBe(type === 'payment' ? 3 : 1);
  });
});

describe('a document of a newer version', () => {
  const later = { ...client, category: 'constellation', schemaVersion: 2 };

  it('is refused by that name, whatever else is in it', () => {
    expect(isNewer(later)).toBe(true);
    expect(parseDocument(later)).toMatchObject({ ok: false, error: { code: 'newer_document' } });
    expect(isNewer({ ...client, schemaVersion: 1 })).toBe(false);
  });

  it('is read as far as it is understood', () => {
    expect(readStored({ ...client, schemaVersion: 2, stars: 5 })).toMatchObject({
      forename: 'Ada',
      stars: 5,
    });
    expect(readStored({ ...session, clients: 'elsewhere', schemaVersion: 2 })).toMatchObject({ clients: [] });
    expect(readStored({ ...session, title: { en: 'Gala' }, schemaVersion: 2 })).toBeNull();
    expect(readStored({ ...session, clients: 'elsewhere' })).toBeNull();
    // Of the numerous, that nothing is missing says nothing of a form which is not known.
    const whole = newDocument('client', { _id: 'client_a', forename: 'Ada', surname: 'Lovelace' });
    expect(readStored({ ...whole, notes: { of: 'tomorrow' }, schemaVersion: 2 })).toMatchObject({
      notes: undefined,
    });
    expect(readStored({ ...whole, surname: { of: 'tomorrow' }, schemaVersion: 2 })).toBeNull();
  });

  it('is understood once the program knows its version', () => {
    raised(
      'client',
      (doc) => ({ ...doc, category: 'indiv', wasCategory: doc['category'] }),
      () => {
        expect(isNewer(later)).toBe(false);
        expect(isOlder(client)).toBe(true);
        expect(upToDate({ ...client, category: 'vip' })).toEqual({
          ...client,
          category: 'indiv',
          wasCategory: 'vip',
          schemaVersion: 2,
        });
        expect(parseDocument({ ...client, category: 'vip' })).toMatchObject({ ok: true });
      },
    );
  });
});

it('leaves of two versions are merged in the newer form, those of one as ever', () => {
  const leaf = (rev: string, fields: Doc): Leaf => ({
    ...{ ...client, ...fields, _rev: `2-${rev}`, _revisions: { start: 2, ids: [rev, 'base'] } },
  });
  const mine = leaf('a', { notes: 'mine', metadata: { updatedAt: 9 } });
  const theirs = leaf('b', { note: 'theirs', metadata: { updatedAt: 5 }, schemaVersion: 2 });
  const older = leaf('c', { notes: 'older', metadata: { updatedAt: 4 } });
  expect(resolveConflict([mine, older]).merged).not.toHaveProperty('schemaVersion');
  raised(
    'client',
    ({ notes, ...doc }) => ({ ...doc, note: notes }),
    () => {
      expect(resolveConflict([mine, theirs]).merged).toMatchObject({ note: 'mine', schemaVersion: 2 });
      expect(resolveConflict([mine, older]).merged).toMatchObject({ notes: 'mine' });
    },
  );
});

describe('defaults follow from the schema', () => {
  it('a new document has them', () => {
    expect(newDocument('client', { _id: 'client_a', forename: 'Ada', surname: 'Lovelace' })).toEqual({
      ...client,
      category: 'indiv',
      language: 'fr',
      metadata: {},
    });
    expect(newDocument('session', { _id: 'session_s', title: 'Gala', date: 5 })).toMatchObject({
      status: 'upcoming',
      autoSaveDelay: 60,
      clients: [],
    });
  });

  it('what lacks one of them, at any depth, is not complete', () => {
    const { schema } = DOCUMENTS.session;
    const whole = newDocument('session', { _id: 'session_s', title: 'Gala', date: 5 });
    expect(isComplete(schema, whole)).toBe(true);
    for (const name of ['title', 'status', 'clients', 'removedClients', 'files', 'metadata']) {
      expect(isComplete(schema, { ...whole, [name]: undefined })).toBe(false);
    }
    expect(isComplete(schema, { ...whole, clients: [{ clientId: 'c', checkInTime: null }] })).toBe(false);
    expect(isComplete(schema, { ...whole, clients: {} })).toBe(false);
    const entry = { clientId: 'c', checkInTime: null, updatedTime: 0 };
    expect(isComplete(schema, { ...whole, clients: [entry, { ...entry, placement: {} }] })).toBe(true);
    expect(isComplete(schema, { ...whole, plan: { state: { nextTableIndex: 1, tables: {} } } })).toBe(false);
    expect(isComplete(DOCUMENTS.consumer.schema, { ...whole, registration: {} })).toBe(false);
    expect(isComplete(DOCUMENTS.checkin.schema, { _id: 'checkin_s_1-a', type: 'checkin' })).toBe(false);
  });

  it('what is complete gains nothing by parsing', () => {
    const schema = wire({
      a: z.string().default('a'),
      b: z.array(z.union([wire({ c: z.number().default(1) }), z.string()])).nullish(),
      d: z.record(z.string(), wire({ e: z.boolean(), f: wire({ g: z.string().default('g') }).optional() })),
    });
    // No document has this one: the gateway refuses it at any depth, and parsing would leave it out.
    const name = fc.string().filter((key) => key !== '__proto__');
    const some = fc.record(
      {
        a: fc.string(),
        b: fc.array(fc.oneof(fc.record({ c: fc.nat() }, { requiredKeys: [] }), fc.string())),
        d: fc.dictionary(
          name,
          fc.record(
            { e: fc.boolean(), f: fc.record({ g: fc.string() }, { requiredKeys: [] }) },
            { requiredKeys: ['e'] },
          ),
        ),
      },
      { requiredKeys: ['d'] },
    );
    fc.assert(
      fc.property(some, (value) => {
        expect(isComplete(schema, value)).toBe(JSON.stringify(schema.parse(value)) === JSON.stringify(value));
      }),
    );
  });
});

it('a misspelt field does not compile, and fields of others are kept', () => {
  const ada = newDocument('client', { _id: 'client_a', forename: 'Ada', surname: 'Lovelace' });
  // @ts-expect-error -- a field of no client
  void ada.forname;
  // @ts-expect-error -- the same where one is made
  const misspelt: Client = { ...ada, forname: 'Ada' };
  const entry: SessionEntry = { clientId: 'c', checkInTime: null, updatedTime: 0 };
  // @ts-expect-error -- at any depth
  void entry.placement?.seat;
  const plan: Plan = { ratio: 1, state: { nextTableIndex: 1, tables: {} } };
  // @ts-expect-error -- in maps too
  void plan.state.tables['t']?.colour;
  const whole: Pick<Session, 'metadata'> = { metadata: {} };
  // @ts-expect-error -- and in what all documents have
  void whole.metadata.updated;
  expect(parseDocument({ ...misspelt })).toMatchObject({ ok: true, value: { forname: 'Ada' } });
});
