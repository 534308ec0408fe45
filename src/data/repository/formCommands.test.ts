import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { joinForms, removeForm, saveForm, type FormEdit } from '#domain/commands/forms.ts';
import { run } from '#domain/commands/run.ts';
import { saveEvent, type EventFields } from '#domain/commands/saveEvent.ts';
import { DEFAULT_MAX_CLIENTS_PER_SESSION } from '#domain/config.ts';
import type { Form } from '#domain/documents/form.ts';
import { fieldsOf, type FormFields } from '#domain/forms/fields.ts';
import { err } from '#domain/result.ts';
import { openCommandScene, type CommandScene } from '../testing/commandScene.ts';
import { caller, SIDES } from '../testing/commandSides.ts';

const option = (id: string, name = id) => ({ id, name, clientCount: 1 });
const adult = (amount: number) => ({ adult: { amount, enabled: true } });
const FIELDS = {
  ...{ name: 'Guests', language: 'fr', currency: 'chf', vat: 810, children: false, counterpartId: null },
  ...{ options: [option('o')], extras: [], maxClientCountPerSession: DEFAULT_MAX_CLIENTS_PER_SESSION },
  amounts: { session_s: { o: adult(500) } },
} as unknown as FormFields;
const pdf = { content_type: 'application/pdf', data: btoa('%PDF-1.7 terms') };

describe.each(SIDES)('forms on %s', (kind) => {
  let scene: CommandScene;
  beforeEach(async () => {
    scene = await openCommandScene(kind);
  });
  afterEach(() => scene.close());

  const create = (change: Partial<FormFields> = {}, more: Partial<FormEdit> = {}) =>
    scene.valueOf(saveForm, { formId: null, fields: { ...FIELDS, ...change }, base: null, ...more });
  const editOf = (form: Form, change: Partial<FormFields>, more: Partial<FormEdit> = {}): FormEdit => {
    const base = fieldsOf(form);
    return { formId: form._id, fields: { ...base, ...change }, base, ...more };
  };
  const edit = (form: Form, change: Partial<FormFields>, more: Partial<FormEdit> = {}) =>
    scene.valueOf(saveForm, editOf(form, change, more));
  const read = async (id: string) => (await scene.read(id)) as unknown as Form | null;

  it('a new form is switched on and has a public address of its own [FORM-10] [FORM-18]', async () => {
    const first = await create();
    const second = await create();
    expect(await read(first._id)).toMatchObject({
      ...{ type: 'form', enabled: true, name: 'Guests', vat: 810, counterpartId: null },
      ...{
        accessId: expect.stringMatching(/^[2-9b-z]{8}$/) as string,
        metadata: { author: { name: 'mia' } },
      },
    });
    expect(second.accessId).not.toBe(first.accessId);
  });

  it('an edit is a new record: it takes the address over, and only then is the one before switched off [FORM-11] [FORM-12] [FORM-13]', async () => {
    const first = await create();
    const { documents, writes } = scene.overtaken(() => Promise.resolve());
    const done = await run(documents, saveForm, editOf(first, { name: 'Friends' }), caller());
    const second = done.ok ? done.value.value : first;
    expect(second._id).not.toBe(first._id);
    // At no moment is there none at the address.
    expect(writes).toEqual([[second._id], [first._id]]);
    expect(await read(second._id)).toMatchObject({
      ...{ enabled: true, name: 'Friends', replaces: first._id, accessId: first.accessId },
    });
    expect(await read(first._id)).toMatchObject({
      ...{ enabled: false, name: 'Guests', accessId: null, counterpartId: null },
      hadAccessId: first.accessId,
    });
  });

  it('whoever edits a version that was replaced meanwhile changes the one that holds, and only what was changed', async () => {
    const first = await create();
    await edit(first, { notes: 'Call us' });
    const third = await edit(first, { name: 'Friends' });
    expect(await read(third._id)).toMatchObject({
      ...{ name: 'Friends', notes: 'Call us', accessId: first.accessId, enabled: true },
    });
  });

  it('a deleted form stays, switched off and without its counterpart, and nothing more is done with it [FORM-12]', async () => {
    const form = await create();
    const other = await create({ language: 'en', counterpartId: form._id });
    await scene.valueOf(removeForm, { formId: form._id });
    expect(await read(form._id)).toMatchObject({
      ...{ enabled: false, counterpartId: null, accessId: form.accessId },
    });
    expect(await read(other._id)).toMatchObject({ enabled: true, counterpartId: null });
    expect(await scene.call(removeForm, { formId: form._id })).toEqual(err({ code: 'not_found' }));
    expect(await scene.call(saveForm, editOf(form, { name: 'Again' }))).toEqual(err({ code: 'not_found' }));
  });

  it('counterparts name each other, also when either is replaced [FORM-15]', async () => {
    const french = await create();
    const english = await create({ language: 'en', counterpartId: french._id });
    expect(await read(french._id)).toMatchObject({ counterpartId: english._id });
    const newer = await edit((await read(french._id)) as Form, { name: 'Invités' });
    expect(await read(newer._id)).toMatchObject({ counterpartId: english._id });
    expect(await read(english._id)).toMatchObject({ counterpartId: newer._id });
    expect(await read(french._id)).toMatchObject({ counterpartId: null, enabled: false });
  });

  it('another counterpart, or none, changes the forms at both ends [FORM-16]', async () => {
    const french = await create();
    const english = await create({ language: 'en', counterpartId: french._id });
    const rival = await create({ language: 'en' });
    const moved = await edit((await read(french._id)) as Form, { counterpartId: rival._id });
    expect(await read(rival._id)).toMatchObject({ counterpartId: moved._id });
    expect(await read(english._id)).toMatchObject({ counterpartId: null });
    // Taken away from a third one: that one is alone again.
    const taker = await create({ counterpartId: rival._id });
    expect(await read(moved._id)).toMatchObject({ counterpartId: null });
    expect(await read(rival._id)).toMatchObject({ counterpartId: taker._id });
    await edit((await read(taker._id)) as Form, { counterpartId: null });
    expect(await read(rival._id)).toMatchObject({ counterpartId: null });
  });

  it('a change of language ends the link; one to a form of the same language, or to none, is refused [FORM-17]', async () => {
    const french = await create();
    const english = await create({ language: 'en', counterpartId: french._id });
    const turned = await edit((await read(french._id)) as Form, { language: 'en' });
    expect(await read(turned._id)).toMatchObject({ language: 'en', counterpartId: null });
    expect(await read(english._id)).toMatchObject({ counterpartId: null });
    for (const counterpartId of [english._id, 'form_none'])
      expect(await scene.call(saveForm, editOf(turned, { counterpartId }))).toEqual(
        err({ code: 'no_counterpart', field: 'counterpartId' }),
      );
  });

  it('terms stay where they are: the next version names them, until there are others or none [FORM-06]', async () => {
    const first = await create({}, { terms: pdf });
    expect((await scene.read(first._id))?._attachments).toMatchObject({ terms: { length: 14 } });
    const second = await edit(first, { name: 'Friends' });
    const third = await edit(second, { name: 'Family' });
    expect(await read(third._id)).toMatchObject({ termsOf: first._id });
    expect((await scene.read(third._id))?._attachments).toBeUndefined();
    const like = await create({}, { likeId: third._id });
    expect(await read(like._id)).toMatchObject({ termsOf: first._id, replaces: null });
    expect(like.accessId).not.toBe(third.accessId);
    const other = await edit(third, {}, { terms: { ...pdf, data: btoa('%PDF-1.7 more terms') } });
    expect((await scene.read(other._id))?._attachments).toMatchObject({ terms: { length: 19 } });
    const without = await edit(other, {}, { terms: null });
    expect(await read(without._id)).toMatchObject({ termsOf: null });
  });

  it('what a form may not be is refused with its field, and nothing is written', async () => {
    const refused = async (change: object) => {
      const done = await scene.call(saveForm, {
        formId: null,
        fields: { ...FIELDS, ...change } as FormFields,
        base: null,
      });
      return done.ok ? null : [done.error.code, done.error.field, done.error.message];
    };
    expect(await refused({ vat: 20_001 })).toEqual(['invalid_document', 'vat', 'range']);
    expect(await refused({ maxClientCountPerSession: 0 })).toEqual([
      ...['invalid_document', 'maxClientCountPerSession', 'range'],
    ]);
    expect(await refused({ options: [option('o', 'a\nb\nc')] })).toEqual([
      ...['invalid_document', 'options.0.name', 'lines'],
    ]);
  });

  it('a new session has an amount of 0 for every option of every form [EVENT-11]', async () => {
    const [one, two] = [await create(), await create({ options: [option('p'), option('q')], amounts: {} })];
    const session = (more: object) => ({
      ...{
        title: 'Ball',
        titleFrench: '',
        date: 9,
        timeStart: null,
        timeEnd: null,
        status: 'upcoming' as const,
      },
      ...more,
    });
    const input: EventFields = {
      ...{ title: 'Gala', titleFrench: '', company: '', location: '', paymentTypes: ['none'] },
      ...{ invoicePrefix: '', adminContact: false },
      sessions: [session({ _id: 'session_s', title: 'Dinner', date: 1 }), session({ _id: 'session_new' })],
    };
    await scene.valueOf(saveEvent, { input });
    const zero = { amount: 0, enabled: false };
    const both = { adult: zero, child: zero };
    expect((await read(one._id))?.amounts).toEqual({
      session_s: { o: adult(500) },
      session_new: { o: both },
    });
    expect((await read(two._id))?.amounts).toEqual({ session_new: { p: both, q: both } });
  });

  /** The version that another device made of it while it was apart. */
  async function apart(form: Form, id: string, change: Partial<Form>): Promise<Form> {
    const { _rev, ...rest } = form;
    const metadata = {
      author: { id: 'user_zoe', name: 'zoe' },
      updatedAt: (form.metadata.updatedAt ?? 0) + 1,
    };
    const other = { ...rest, ...change, _id: id, replaces: form._id, metadata };
    await scene.put([{ ...other }]);
    await expect.poll(() => scene.heard([id])).toBe(true);
    return other;
  }

  it('two devices that replaced it while apart: one form holds the address, with the amounts of both [FORM-08]', async () => {
    const english = await create({ language: 'en' });
    const first = await create({ counterpartId: english._id });
    const there = await apart(first, 'form_there', {
      options: [option('o'), option('p')],
      amounts: { session_s: { o: adult(500), p: adult(400) } },
    });
    // This device replaces the version that the other one replaced, too.
    const here = await edit(first, {
      name: 'Friends',
      amounts: { session_s: { o: adult(500) }, session_t: { o: adult(700) } },
    });
    const joined = (await scene.valueOf(joinForms, { leftovers: true })) as Form;
    expect(await read(joined._id)).toMatchObject({
      ...{ enabled: true, accessId: first.accessId, name: 'Friends', counterpartId: english._id },
      options: [{ id: 'o' }, { id: 'p' }],
      amounts: { session_s: { o: adult(500), p: adult(400) }, session_t: { o: adult(700) } },
    });
    expect(new Set([joined.replaces, joined.joins])).toEqual(new Set([here._id, there._id]));
    for (const id of [first._id, here._id, there._id])
      expect(await read(id)).toMatchObject({ enabled: false, accessId: null });
    expect(await read(english._id)).toMatchObject({ counterpartId: joined._id });
    expect(await scene.valueOf(joinForms, { leftovers: true })).toBeNull();
  });

  it('what a crash left between the two writes of an edit is ended: the newer version holds', async () => {
    const english = await create({ language: 'en' });
    const first = await create({ counterpartId: english._id });
    const second = await apart(first, 'form_second', { name: 'Friends' });
    expect(await scene.valueOf(joinForms, { leftovers: false })).toBeNull();
    expect(await scene.valueOf(joinForms, { leftovers: true })).toMatchObject({ _id: second._id });
    expect(await read(first._id)).toMatchObject({ enabled: false, accessId: null });
    expect(await read(second._id)).toMatchObject({ enabled: true, accessId: first.accessId });
    expect(await read(english._id)).toMatchObject({ counterpartId: second._id });
    expect(await scene.valueOf(joinForms, { leftovers: true })).toBeNull();
  });

  it('a crash while two versions are joined is ended by the next look, with the same form', async () => {
    const first = await create();
    await apart(first, 'form_there', { name: 'Friends' });
    await edit(first, { notes: 'Call us' });
    const { documents } = scene.overtaken(() => Promise.resolve());
    let writes = 0;
    const dying = {
      view: () => documents.view(),
      write: (docs: Parameters<typeof documents.write>[0]) =>
        ++writes === 2 ? Promise.reject(new Error('died')) : documents.write(docs),
    };
    await expect(run(dying, joinForms, { leftovers: true }, caller())).rejects.toThrow('died');
    const joined = (await scene.valueOf(joinForms, { leftovers: true })) as Form;
    expect(await read(joined._id)).toMatchObject({
      ...{ enabled: true, accessId: first.accessId, name: 'Friends', notes: 'Call us' },
    });
    expect(await scene.valueOf(joinForms, { leftovers: true })).toBeNull();
  });
});
