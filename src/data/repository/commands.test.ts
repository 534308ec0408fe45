import { takeBackNote, takeMoney } from '#domain/commands/takeMoney.ts';
import type { ConsumerInput } from '#domain/clients/consumerEdits.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { paymentFlags } from '#domain/money/paymentState.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { admit, admitParty, cancelAdmission, markSeen, undoCancellation } from '#domain/commands/checkIn.ts';
import { unregisterMany } from '#domain/commands/changeMany.ts';
import { setCovid, settleNumber, updateClient } from '#domain/commands/clients.ts';
import { saveConsumer, setConsumerStatus } from '#domain/commands/consumers.ts';
import { addFile } from '#domain/commands/files.ts';
import {
  callBackNotif,
  removeNotif,
  resendNotif,
  saveNotif,
  type NotifFields,
} from '#domain/commands/notifs.ts';
import { addPlanPicture, savePlan, setPlanBackground } from '#domain/commands/plan.ts';
import { saveEvent, type EventFields } from '#domain/commands/saveEvent.ts';
import { changeDetails, changeStatus } from '#domain/commands/sessions.ts';
import { removeTemplate, saveTemplate } from '#domain/commands/templates.ts';
import { run } from '#domain/commands/run.ts';
import { addWhatsappTemplate } from '#domain/commands/whatsappTemplates.ts';
import type { Plan } from '#domain/documents/session.ts';
import { goneId } from '#domain/ids.ts';
import { err } from '#domain/result.ts';
import { client, openCommandScene, type CommandScene } from '../testing/commandScene.ts';
import { caller, SIDES } from '../testing/commandSides.ts';

/* The same commands on every side: what holds here a caller may rely on, wherever it runs. */

const ada = { sessionId: 'session_s', clientId: 'client_ada' };
const list = { method: 'list' as const };
/** A box of a template. */
const box = (id: string, x: number) => ({
  ...{ id, x, y: 1, width: 9, height: 3, pageIndex: 0 },
  variableKey: 'dear',
});

describe.each(SIDES)('commands on %s', (kind) => {
  let scene: CommandScene;
  beforeEach(async () => {
    scene = await openCommandScene(kind);
  });
  afterEach(() => scene.close());

  it('a check-in is one document, and each act is decided on those before it', async () => {
    const first = await scene.call(admit, { ...ada, ...list });
    const admission = first.ok ? first.value.value : null;
    expect([...(first.ok ? first.value.revs : [])]).toEqual([[admission?._id, expect.stringMatching(/^1-/)]]);
    expect(await scene.read(admission?._id ?? '')).toMatchObject({
      ...{ type: 'checkin', action: 'in', author: { name: 'mia' }, device: { name: 'Desk' } },
    });
    expect(await scene.call(admit, { ...ada, ...list })).toEqual(err({ code: 'already_checked_in' }));
    const out = await scene.valueOf(cancelAdmission, { ...ada, ...list });
    expect(out.cancels).toBe(admission?._id);
    const back = await scene.valueOf(undoCancellation, { ...ada, cancellation: out._id });
    expect(back).toMatchObject({ action: 'in', cancels: out._id });
    expect(await scene.valueOf(markSeen, { ...ada, what: back._id })).toMatchObject({ action: 'seen' });
    expect(await scene.call(admit, { ...ada, clientId: 'client_dan', ...list })).toEqual(
      err({ code: 'not_registered' }),
    );
    expect(await scene.call(admit, { ...ada, clientId: 'client_cora', ...list })).toEqual(
      err({ code: 'registration_canceled' }),
    );
  });

  it('who is in and was removed from the session is let in no more, and can be marked as seen and let out', async () => {
    const first = await scene.valueOf(admit, { ...ada, ...list });
    const second = {
      ...first,
      _id: `${first._id}x`,
      time: first.time,
      device: { id: 'other', name: 'Door B' },
    };
    await scene.documents.write([second]);
    await scene.valueOf(unregisterMany, { sessionIds: [ada.sessionId], clientIds: [ada.clientId] });
    expect(await scene.call(admit, { ...ada, ...list })).toEqual(err({ code: 'not_registered' }));
    const what = goneId(ada.sessionId, 5);
    expect(await scene.valueOf(markSeen, { ...ada, what })).toMatchObject({ action: 'seen', double: what });
    for (const { _id } of [first, second]) {
      const out = await scene.valueOf(cancelAdmission, { ...ada, ...list, admission: _id });
      expect(out).toMatchObject({ action: 'out', cancels: _id });
    }
    expect(await scene.call(cancelAdmission, { ...ada, ...list })).toEqual(err({ code: 'not_checked_in' }));
  });

  it('a party is let in as one act, each once by a check-in of their own', async () => {
    const party = { sessionId: 'session_s', clientIds: ['client_ada', 'client_bob', 'client_bob'], ...list };
    const first = await scene.valueOf(admit, { ...ada, ...list });
    const [bob, ...more] = await scene.valueOf(admitParty, party);
    expect(more).toEqual([]);
    expect(await scene.read(bob?._id ?? '')).toMatchObject({
      ...{ type: 'checkin', action: 'in', clientId: 'client_bob' },
    });
    expect(await scene.call(admitParty, party)).toEqual(err({ code: 'already_checked_in' }));
    await scene.valueOf(cancelAdmission, { ...ada, ...list, admission: first._id });
    // Who is cancelled or not registered holds up nobody.
    const clientIds = ['client_cora', 'client_dan', 'client_ada'];
    const again = await scene.valueOf(admitParty, { ...party, clientIds });
    expect(again.map(({ clientId }) => clientId)).toEqual(['client_ada']);
    expect(await scene.call(admitParty, { ...party, sessionId: 'session_none' })).toEqual(
      err({ code: 'not_found' }),
    );
  });

  const pdf = { content_type: 'application/pdf', data: btoa('%PDF-1.7 hello') };
  const png = (more: string) => ({ content_type: 'image/png', data: btoa(`\u0089PNG\r\n\u001A\n${more}`) });
  const attached = async (id: string): Promise<object> =>
    ((await scene.read(id))?.['_attachments'] ?? {}) as object;

  it('a file is there before a session names it, and its content stays with the next version', async () => {
    const { documents, writes } = scene.overtaken(() => Promise.resolve());
    const file = { name: ' Map ', pdf, sessionIds: ['session_s'] };
    const done = await run(documents, addFile, file, caller());
    const id = done.ok ? done.value.value._id : '';
    expect(writes).toEqual([[id], ['session_s']]);
    expect(await scene.read(id)).toMatchObject({ name: 'Map', metadata: { author: { name: 'mia' } } });
    expect(await attached(id)).toMatchObject({ file: { content_type: 'application/pdf', length: 14 } });
    expect(await scene.read('session_s')).toMatchObject({ files: [id] });
    expect(await scene.call(addFile, { ...file, sessionIds: ['session_none'] })).toEqual(
      err({ code: 'not_found' }),
    );
  });

  it('a template keeps its record and PDF, and the one before of its key goes [TPL-05] [TPL-06] [TPL-08] [TPL-09] [TPL-10] [TPL-12]', async () => {
    const input = { kind: 'invoice' as const, templateId: null, language: 'fr' as const, pdf, base: null };
    const first = await scene.valueOf(saveTemplate, { ...input, paymentType: 'card', refs: [box('a', 1)] });
    const cash = await scene.valueOf(saveTemplate, { ...input, paymentType: 'cash', refs: [] });
    expect(await scene.read(first._id)).toMatchObject({
      refs: [{ id: 'a', x: 1 }],
      metadata: { author: { name: 'mia' } },
    });
    const second = await scene.valueOf(saveTemplate, { ...input, paymentType: 'card', refs: [box('b', 2)] });
    expect(await scene.read(first._id)).toBeNull();
    expect(await scene.read(cash._id)).not.toBeNull();
    const edit = { ...input, templateId: second._id, paymentType: 'cash' as const, pdf: null, base: second };
    await scene.valueOf(saveTemplate, { ...edit, refs: [box('b', 3), box('c', 4)] });
    expect(await scene.read(second._id)).toMatchObject({ paymentType: 'cash', refs: [{ x: 3 }, { x: 4 }] });
    expect(await attached(second._id)).toMatchObject({ template: { length: 14 } });
    expect(await scene.read(cash._id)).toBeNull();
    expect(await scene.call(saveTemplate, { ...input, paymentType: 'other', pdf: null, refs: [] })).toEqual(
      err({ code: 'missing_template' }),
    );
    await scene.valueOf(removeTemplate, { kind: 'invoice', templateId: second._id });
    expect(await scene.read(second._id)).toBeNull();
  });

  it('boxes that others changed since the editor was opened stay as they made them', async () => {
    const input = {
      kind: 'invitation' as const,
      templateId: null,
      language: 'en' as const,
      paymentType: null,
      pdf,
      base: null,
    };
    const base = await scene.valueOf(saveTemplate, {
      ...input,
      refs: [box('a', 1), box('b', 1), box('c', 1)],
    });
    const edit = { ...input, templateId: base._id, pdf: null, base };
    await scene.valueOf(saveTemplate, {
      ...edit,
      language: 'fr',
      refs: [box('a', 5), box('c', 1), box('d', 7)],
    });
    await scene.valueOf(saveTemplate, {
      ...edit,
      refs: [box('a', 1), box('b', 1), box('c', 9), box('e', 8)],
    });
    const merged = await scene.read(base._id);
    expect(merged).toMatchObject({ language: 'fr' });
    const boxes = (merged?.['refs'] ?? []) as { id: string; x: number }[];
    expect(boxes.map(({ id, x }) => `${id}${x}`)).toEqual(['a5', 'c9', 'd7', 'e8']);
  });

  it('a plan keeps its pictures, and an archived session its plan', async () => {
    const sessionId = 'session_s';
    const plan: Plan = { ratio: 1.6, state: { nextTableIndex: 1, tables: {} } };
    await scene.valueOf(setPlanBackground, { sessionId, picture: png('a') });
    const { fileIndex } = await scene.valueOf(addPlanPicture, { sessionId, picture: png('bc') });
    expect(await scene.valueOf(savePlan, { sessionId, plan })).toMatchObject({ cleared: [] });
    expect(await scene.read(sessionId)).toMatchObject({ plan });
    expect(await attached(sessionId)).toMatchObject({
      ...{ planBackground: { length: 9 }, [`planImage${fileIndex}`]: { length: 10 } },
    });
    await scene.valueOf(changeStatus, { sessionId, status: 'archived' });
    const other = { ...plan, ratio: 2 };
    expect(await scene.call(savePlan, { sessionId, plan: other })).toMatchObject({
      error: { code: 'event_archived' },
    });
    expect(await scene.call(setPlanBackground, { sessionId, picture: null })).toEqual(
      err({ code: 'event_archived' }),
    );
    await scene.valueOf(changeDetails, { sessionId, details: { title: 'Supper' } });
    expect(await scene.read(sessionId)).toMatchObject({ title: 'Supper', status: 'archived', plan });
  });

  it('an event, its picture and its sessions are saved together, on what somebody else saved meanwhile', async () => {
    const shown = {
      ...{
        title: 'Dinner',
        titleFrench: '',
        date: 1,
        timeStart: null,
        timeEnd: null,
        status: 'ongoing' as const,
      },
      _id: 'session_s',
    };
    const fields: EventFields = {
      ...{ title: 'Gala', titleFrench: '', company: 'Ours', location: '', paymentTypes: ['none'] as const },
      ...{ invoicePrefix: '', adminContact: false, sessions: [shown, { ...shown, _id: undefined, date: 9 }] },
    } as EventFields;
    const { documents, writes } = scene.overtaken(async () => {
      await scene.put([{ ...(await scene.read('event')), location: 'Bern', metadata: { updatedAt: 2 } }]);
    });
    const base: EventFields = { ...fields, company: '', sessions: [shown] };
    const picture = { file: png('a'), width: 4, height: 3 };
    const done = await run(documents, saveEvent, { input: fields, base, picture }, caller());
    expect(done).toMatchObject({ ok: true });
    const added = writes[0]?.find((id) => id.startsWith('session_')) ?? '';
    expect(writes).toEqual([['event', added], ['event']]);
    expect(await scene.read('event')).toMatchObject({
      ...{ company: 'Ours', location: 'Bern', date: 1, pictureSize: { width: 4, height: 3 } },
    });
    expect(await scene.read(added)).toMatchObject({ title: 'Dinner', date: 9, clients: [] });
    const left = { ...fields, sessions: [{ ...shown, _id: added }] };
    await scene.valueOf(saveEvent, { input: left, picture: null });
    expect(await scene.read('session_s')).toBeNull();
    expect(await attached('event')).toEqual({});
  });

  it('a session that another program wrote goes to another day with its times', async () => {
    const day = Date.UTC(2027, 2, 26, 12);
    const evening = { timeStart: Date.UTC(2027, 2, 26, 18), timeEnd: Date.UTC(2027, 2, 26, 23) };
    await scene.put([{ ...(await scene.read('session_s')), date: day, ...evening }]);
    await expect.poll(() => scene.heard(['session_s'])).toBe(true);
    // As the form says them.
    const clocks = { timeStart: '19:00', timeEnd: '00:00' };
    const titles = { title: 'Dinner', titleFrench: '', status: 'ongoing' as const };
    const shown = { _id: 'session_s', ...titles, ...clocks, date: day };
    const base = {
      ...{ title: 'Gala', titleFrench: '', company: '', location: '', paymentTypes: ['none'] as const },
      ...{ invoicePrefix: '', adminContact: false, sessions: [shown] },
    } as EventFields;
    const saved = { ...base, company: 'Ours' };
    await scene.valueOf(saveEvent, { input: saved, base });
    expect(await scene.read('session_s')).toMatchObject({ date: day, ...evening });
    const date = Date.UTC(2027, 2, 30, 12);
    await scene.valueOf(saveEvent, { input: { ...saved, sessions: [{ ...shown, date }] }, base: saved });
    expect(await scene.read('session_s')).toMatchObject({ date, ...clocks });
  });

  it('a number that three have is settled, also where one of them is edited meanwhile', async () => {
    const ids = ['x', 'y', 'z'].map((id) => `client_${id}`);
    await scene.put(['x', 'y', 'z'].map((id) => ({ ...client(id, { number: 'N1' }) })));
    await expect.poll(() => scene.heard(ids)).toBe(true);
    const { documents, writes } = scene.overtaken(async () => {
      await scene.put([
        { ...(await scene.read('client_z')), notes: 'Late', metadata: { createdAt: 1, updatedAt: 2 } },
      ]);
    });
    const settled = await run(documents, settleNumber, { number: 'N1' }, caller());
    const numbers = settled.ok ? settled.value.value : new Map<string, string>();
    expect([...numbers.keys()]).toEqual(['client_y', 'client_z']);
    expect(writes).toEqual([['client_y', 'client_z'], ['client_z']]);
    expect(await scene.read('client_y')).toMatchObject({ number: numbers.get('client_y') });
    expect(await scene.read('client_z')).toMatchObject({ number: numbers.get('client_z'), notes: 'Late' });
    expect(await scene.call(settleNumber, { number: 'N1' })).toEqual(err({ code: 'nothing_to_do' }));
    const taken = { clientId: 'client_z', fields: { number: 'N1' } };
    expect(await scene.call(updateClient, taken)).toEqual(err({ code: 'number_exists' }));
    const renamed = { clientId: 'client_z', fields: { number: ' N7 ', notes: '' } };
    expect(await scene.valueOf(updateClient, renamed)).toMatchObject({
      ...{ number: 'N7', notes: '', formerNumbers: ['N1'] },
    });
    expect(await scene.valueOf(setCovid, { clientId: 'client_z', covid: true })).toMatchObject({
      covid: true,
    });
    const status = { consumerId: 'consumer_ada', status: 'canceled' as const };
    expect(await scene.valueOf(setConsumerStatus, status)).toMatchObject({ status: 'canceled' });
    expect((await scene.call(setConsumerStatus, status)).ok).toBe(true);
    expect((await scene.read('consumer_ada'))?.['_rev']).toMatch(/^2-/);
  });

  it('a registration keeps its currency once money came in it', async () => {
    const before = { ...(await scene.read('consumer_ada')) } as unknown as Consumer;
    const registration = { amount: 10_000, currency: 'chf' as const, rate: 100, vat: 810 };
    await scene.put([{ ...before, registration }]);
    const input = (currency: 'chf' | 'eur' | 'usd'): ConsumerInput => ({
      person: {
        ...{ title: null, forename: 'Ada', surname: 'King', company: '', language: 'en' },
        ...{ email: '', phone: '' },
      },
      address: { name: '', street: '', zip: '', city: '', country: '' },
      ...{ addressSec: null, date: 1, paymentType: 'card', amount: 10_000, vat: 810, rate: 100 },
      ...{ currency, status: 'registered' },
    });
    const save = async (currency: 'chf' | 'eur' | 'usd') => {
      const done = await scene.call(saveConsumer, { consumerId: 'consumer_ada', input: input(currency) });
      return done.ok ? done.value.value.registration?.currency : done.error.code;
    };
    expect(await save('eur')).toBe('eur');
    expect(await save('chf')).toBe('chf');
    await scene.valueOf(takeMoney, { consumerId: 'consumer_ada', kind: 'cash', amount: 500 });
    expect([await save('eur'), await save('chf')]).toEqual(['other_currency', 'chf']);
    // Two devices without network: a card paid in euros what is said in francs by now.
    const cards = [{ id: 'cs_1', paid: 500, refunded: 0, disputed: false, currency: 'eur' }];
    await scene.put([{ ...(await scene.read('consumer_ada')), cards }]);
    const stored = (await scene.read('consumer_ada')) as unknown as Consumer;
    expect(paymentFlags(stored)).toContain('currency');
    expect([await save('usd'), await save('eur')]).toEqual(['other_currency', 'eur']);
  });

  it('money at the desk is a note of its own, which counts until it is taken back', async () => {
    const before = { ...(await scene.read('consumer_ada')), status: 'registered' };
    await scene.put([{ ...before, registration: { amount: 10_000, currency: 'chf', rate: 100, vat: 810 } }]);
    const cash = { consumerId: 'consumer_ada', kind: 'cash' as const, amount: 10_810 };
    expect(await scene.call(takeMoney, { ...cash, amount: -1 })).toEqual(err({ code: 'nothing_to_do' }));
    const note = await scene.valueOf(takeMoney, cash);
    expect(await scene.read(note._id)).toMatchObject({
      ...{ type: 'payment', amount: 10_810, author: { name: 'mia' }, device: { name: 'Desk' } },
    });
    expect(await scene.read('consumer_ada')).toMatchObject({
      status: 'invoice_paid',
      taken: [{ id: note._id }],
    });
    const undo = { consumerId: 'consumer_ada', noteId: note._id };
    await scene.valueOf(takeBackNote, undo);
    await scene.valueOf(takeBackNote, undo);
    const after = await scene.read('consumer_ada');
    expect(after).toMatchObject({ status: 'registered', taken: [{ id: note._id }, { cancels: note._id }] });
    expect(settlementOf(after as never)).toMatchObject({ paid: 0, refunded: 0, open: 10_810 });
  });

  it('a transfer is noted either way, so that apps of before can still edit its registration', async () => {
    const before = { ...(await scene.read('consumer_ada')), status: 'registered' };
    await scene.put([{ ...before, registration: { amount: 10_000, currency: 'chf', rate: 100, vat: 810 } }]);
    const transfer = { consumerId: 'consumer_ada', kind: 'transfer' as const, amount: 10_810 };
    const note = await scene.valueOf(takeMoney, transfer);
    const back = await scene.valueOf(takeMoney, { ...transfer, amount: -810 });
    const cash = await scene.valueOf(takeMoney, { ...transfer, kind: 'cash', amount: 5 });
    // Such a note is kept by whoever does not know it until the update; any other is read everywhere.
    for (const { _id } of [note, back])
      expect(await scene.read(_id)).toMatchObject({ kind: 'transfer', schemaVersion: 2 });
    expect(await scene.read(cash._id)).toMatchObject({ kind: 'cash', schemaVersion: 1 });
    const { taken } = (await scene.read('consumer_ada')) as unknown as Consumer;
    expect(taken?.map(({ kind, byTransfer }) => [kind, byTransfer])).toEqual([
      ['terminal', true],
      ['terminal', true],
      ['cash', undefined],
    ]);
    await scene.valueOf(takeBackNote, { consumerId: 'consumer_ada', noteId: back._id });
    const { taken: after } = (await scene.read('consumer_ada')) as unknown as Consumer;
    expect(await scene.read(after?.at(-1)?.id ?? '')).toMatchObject({ kind: 'transfer', cancels: back._id });
  });

  const fields = (more: Partial<NotifFields> = {}): NotifFields => ({
    ...{ notifType: 'inactive', notifMethod: 'email', language: null, sessionIds: null, sendAt: null },
    ...{
      consumerStatus: null,
      consumerStatusNew: null,
      purpose: 'service',
      unpaidDays: null,
      attachments: [],
    },
    contents: { subject: 'Hello', body: { font: '', html: '<p>Hello</p>', text: 'Hello' } },
    ...more,
  });
  const fresh = (more?: Partial<NotifFields>) =>
    scene.valueOf(saveNotif, { notifId: null, fields: fields(more), base: null });

  it('a notification is saved with all its fields, and what another changed meanwhile stays [DOC-13] [DOC-14]', async () => {
    const base = await fresh();
    expect(await scene.read(base._id)).toMatchObject({
      ...{ type: 'notif', notifType: 'inactive', notifMethod: 'email', count: 0, date: null },
      ...{ consumerStatus: null, consumerStatusNew: null, language: null, sessionIds: null },
      ...{ resendConsumerIds: [], attachments: [], contents: { subject: 'Hello' } },
    });
    const edit = (more: Partial<NotifFields>) => ({ notifId: base._id, fields: fields(more), base });
    await scene.valueOf(saveNotif, edit({ language: 'fr' }));
    await scene.valueOf(saveNotif, edit({ notifType: 'automatic' }));
    expect(await scene.read(base._id)).toMatchObject({ language: 'fr', notifType: 'automatic' });
  });

  it('a notification that says nothing, or names what nobody has, is refused', async () => {
    const refusal = async (more: Partial<NotifFields>) => {
      const done = await scene.call(saveNotif, { notifId: null, fields: fields(more), base: null });
      return done.ok ? null : done.error.code;
    };
    expect(await refusal({ contents: { body: { html: '<p> </p>' } } })).toBe('empty_message');
    expect(await refusal({ notifMethod: 'sms', contents: { message: ' ' } })).toBe('empty_message');
    expect(await refusal({ notifMethod: 'sms', contents: { message: '{{nobody}}' } })).toBe(
      'unknown_variable',
    );
    expect(await refusal({ notifMethod: 'whatsapp', contents: { templateId: 'no' } })).toBe(
      'missing_template',
    );
    // Of approved content alone a provider fills in what stands in braces.
    const added = await scene.call(addWhatsappTemplate, { text: 'Dear {{1}}', contentSid: '' });
    expect(added).toMatchObject({ ok: false, error: { code: 'content_sid_missing', field: 'contentSid' } });
    // The line end of a presentation is no text.
    const { _id: templateId, message } = await scene.valueOf(addWhatsappTemplate, {
      text: ' Dear {{forename}},\vwelcome',
      contentSid: '',
    });
    expect(message).toEqual(['Dear {{forename}},\nwelcome']);
    expect(await refusal({ notifMethod: 'whatsapp', contents: { templateId } })).toBeNull();
  });

  it('a deleted notification stays as such, and nothing more is done with it [NOTIF-16]', async () => {
    const { _id: notifId } = await fresh({ notifType: 'automatic' });
    await scene.valueOf(removeNotif, { notifId });
    expect(await scene.read(notifId)).toMatchObject({ notifType: 'deleted', contents: { subject: 'Hello' } });
    for (const refused of [
      await scene.call(removeNotif, { notifId }),
      await scene.call(callBackNotif, { notifId }),
      await scene.call(resendNotif, { notifId, consumerIds: ['consumer_ada'] }),
      await scene.call(saveNotif, { notifId, fields: fields(), base: null }),
    ])
      expect(refused).toEqual(err({ code: 'not_found' }));
  });

  it('a one-time notification is called back before its time, and not after it was run', async () => {
    const { _id: notifId } = await fresh({ notifType: 'one-time', sendAt: 9e12 });
    await scene.valueOf(callBackNotif, { notifId });
    expect(await scene.read(notifId)).toMatchObject({ notifType: 'inactive', sendAt: null });
    expect(await scene.call(callBackNotif, { notifId })).toEqual(err({ code: 'too_late' }));
  });

  it('whoever is to get it once more is named once oftener; who is not there is not [NOTIF-21]', async () => {
    const { _id: notifId } = await fresh();
    const consumerIds = ['consumer_ada', 'consumer_nobody'];
    await scene.valueOf(resendNotif, { notifId, consumerIds });
    await scene.valueOf(resendNotif, { notifId, consumerIds });
    expect(await scene.read(notifId)).toMatchObject({ resendConsumerIds: ['consumer_ada', 'consumer_ada'] });
  });

  it('with its last session a notification becomes inactive; one for others too goes on [EVENT-13]', async () => {
    const only = await fresh({ notifType: 'automatic', sessionIds: ['session_s'] });
    const others = await fresh({ notifType: 'automatic', sessionIds: ['session_s', 'session_t'] });
    const all = await fresh({ notifType: 'automatic' });
    const saved = { title: 'Gala', titleFrench: '', company: '', location: '', sessions: [] };
    const input: EventFields = { ...saved, paymentTypes: ['none'], invoicePrefix: '', adminContact: false };
    await scene.valueOf(saveEvent, { input });
    expect(await scene.read(only._id)).toMatchObject({ notifType: 'inactive', sessionIds: [] });
    expect(await scene.read(others._id)).toMatchObject({ notifType: 'automatic', sessionIds: ['session_t'] });
    expect(await scene.read(all._id)).toMatchObject({ notifType: 'automatic', sessionIds: null });
  });
});

it('a check-in in the browser is one insert, and reads nothing', async () => {
  const scene = await openCommandScene('browser');
  await scene.valueOf(admit, { ...ada, ...list });
  expect(scene.asked()).toBe(1);
  await scene.valueOf(cancelAdmission, { ...ada, ...list });
  expect(scene.asked()).toBe(2);
  await scene.close();
});

it('what another clock dated days ahead can be edited in the browser all the same', async () => {
  const scene = await openCommandScene('browser');
  const ahead = { createdAt: 1, updatedAt: Date.now() + 3 * 86_400_000 };
  await scene.put([{ ...(await scene.read('consumer_ada')), metadata: ahead }]);
  const status = { consumerId: 'consumer_ada', status: 'canceled' as const };
  expect(await scene.valueOf(setConsumerStatus, status)).toMatchObject({
    ...{ status: 'canceled', metadata: { updatedAt: ahead.updatedAt + 1 } },
  });
  await scene.close();
});
