import type { Login, TestServer } from '../../testing/server.ts';

export const WORD = 'the right word';
export const meta = { author: { id: 'u', name: 'Ada' }, createdAt: 1, updatedAt: 1 };

/** One event with its own mail settings. */
export class Scene {
  private readonly server: TestServer;
  eventId = '';
  dbName = '';
  member: Login;

  constructor(server: TestServer) {
    this.server = server;
    this.member = server.manager;
  }

  async open(email: object | null): Promise<this> {
    ({ eventId: this.eventId, dbName: this.dbName } = await this.server.event());
    if (email !== null) {
      const body = { _id: this.eventId, email };
      const { status } = await this.server.call('PUT', `/db/services/${this.eventId}`, {
        as: this.member,
        body,
      });
      if (status !== 201) throw new Error(`services: ${status}`);
    }
    return this;
  }

  async put(doc: { _id: string; [field: string]: unknown }): Promise<void> {
    const path = `/db/${this.dbName}/${doc._id}`;
    const { body: before } = await this.server.call<{ _rev?: string }>('GET', path, { as: this.member });
    const rev = before._rev === undefined ? {} : { _rev: before._rev };
    const { status, body } = await this.server.call('PUT', path, {
      as: this.member,
      body: { ...doc, ...rev },
    });
    if (status !== 201) throw new Error(`${doc._id}: ${status} ${JSON.stringify(body)}`);
  }

  consumer = (name: string, more: object = {}): Promise<void> =>
    this.put({
      ...{ _id: `consumer_${name}`, type: 'consumer', status: 'registered', metadata: meta },
      person: { forename: name, surname: 'Test', email: `${name}@example.org`, language: 'en' },
      ...more,
    });

  notif = (name: string, more: object = {}): Promise<void> =>
    this.put({
      ...{
        _id: `notif_${name}`,
        type: 'notif',
        notifType: 'automatic',
        notifMethod: 'email',
        metadata: meta,
      },
      ...{ consumerStatus: null, consumerStatusNew: null, language: null, sessionIds: null },
      ...{ resendConsumerIds: [], count: 0 },
      contents: {
        subject: 'Hello {{forename}}',
        body: { font: '', html: '<p>Dear <b>{{forename}}</b></p>', text: '' },
        ...{ attachInvoice: false, attachInvitation: false },
      },
      ...more,
    });

  get = async (id: string): Promise<Record<string, unknown>> =>
    (await this.server.call('GET', `/db/${this.dbName}/${id}`, { as: this.member })).body;

  routine = () => this.server.call('POST', `/api/routine/${this.eventId}`, { as: this.member });
  counts = async () =>
    (
      await this.server.call<{ counts: Record<string, number>; byNotif: Record<string, unknown> }>(
        'GET',
        `/api/routine/${this.eventId}`,
        { as: this.member },
      )
    ).body;

  /** What registrations say when nothing is on its way any more. */
  async settled(): Promise<Record<string, number>> {
    const worker = this.server.worker;
    for (;;) {
      await worker?.idle();
      await worker?.idle();
      const { counts } = await this.counts();
      if (counts['queued'] === 0 && counts['committing'] === 0) return counts;
    }
  }
}

export const none = { queued: 0, committing: 0, sent: 0, failed: 0, uncertain: 0, withheld: 0, delivered: 0 };
export const headerOf = (source: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'mi').exec(source)?.[1];

/** The files of a mail, as a mail program would save them. */
export function attachedTo(source: string): { name: string; bytes: Uint8Array }[] {
  return source.split(/\r\n--/).flatMap((part) => {
    const [head = '', ...body] = part.split('\r\n\r\n');
    const name = /filename="?([^"\r\n;]+)"?/.exec(head)?.[1];
    if (name === undefined || !/base64/i.test(head)) return [];
    return [{ name, bytes: new Uint8Array(Buffer.from(body.join('').replaceAll(/\s/g, ''), 'base64')) }];
  });
}
