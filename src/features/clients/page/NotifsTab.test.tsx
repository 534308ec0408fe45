import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { AppData } from '#data/types.ts';
import type { FileJob, JobReply } from '#pdf/fileJob.ts';
import type { MessageDocument } from '#pdf/messagePdf.ts';
import { client, openScene, show } from '../testing/scene.tsx';
import { ClientPage } from './ClientPage.tsx';

const T = Date.UTC(2026, 0, 5, 12);
const DOCUMENTS = [
  client('1', 'King', { consumerId: 'consumer_1' }),
  {
    ...{ _id: 'consumer_1', type: 'consumer', date: T, status: 'registered', paymentType: 'none' },
    ...{ notifMethod: 'email', metadata: {} },
    person: { forename: 'Ada', surname: 'King', email: 'new@example.org' },
    notifs: {
      notif_1: [{ ok: true, error: null, errorCode: null, date: T, message: 'Hello Ada', url: null }],
    },
  },
  {
    ...{ _id: 'notif_1', type: 'notif', notifType: 'automatic', notifMethod: 'email', sessionIds: null },
    ...{ contents: { subject: 'Hello {{forename}}' }, resendConsumerIds: [], metadata: {} },
  },
];
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What the file says that is made of the attempt, where the server answers so. */
async function downloaded(
  sent: (...asked: unknown[]) => unknown,
  documents: readonly { _id: string }[] = DOCUMENTS,
): Promise<MessageDocument & { file: string }> {
  const jobs: FileJob[] = [];
  class FileWorker extends EventTarget {
    postMessage(job: FileJob): void {
      jobs.push(job);
      const data: JobReply = { kind: 'done', blob: new Blob(['%PDF-']), lettersAway: false, boxed: [] };
      this.dispatchEvent(new MessageEvent('message', { data }));
    }
    terminate(): void {}
  }
  vi.stubGlobal('Worker', FileWorker);
  const saved = vi.fn<() => string>(() => 'blob:1');
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined });
  const messages = {
    underway: async () => ({ ok: true, value: [] }),
    optOuts: async () => ({ ok: true, value: new Set() }),
    services: async () => ({ ok: false, error: { code: 'offline' } }),
    sent,
  };
  const { unmount } = await show({
    scene: await openScene({ documents, timeZone: 'Pacific/Auckland' }),
    path: '/event/:eventId/client/:clientId',
    at: '/event/gala/client/1?tab=notifs',
    screen: <ClientPage />,
    server: { messages } as unknown as Partial<AppData>,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Download as PDF' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  unmount();
  const [job] = jobs;
  if (job?.kind !== 'messagePdf') throw new Error('no PDF of a message');
  return { ...job.message, file: names.join() };
}

it('a PDF of an attempt is the message as it was sent, to where it was sent [CLIENT-29] [NOTIF-22]', async () => {
  const asked: unknown[] = [];
  const made = await downloaded(async (...what) => {
    asked.push(what);
    const text = 'Dear Ada\n\nThe doors open at six.';
    const value = { to: 'old@example.org', subject: 'Hello Ada', text, files: ['invitation-A-01.pdf'] };
    return { ok: true, value };
  });
  expect(asked).toEqual([['gala', { notif: 'notif_1', consumer: 'consumer_1', attempt: 1 }]]);
  expect(made).toMatchObject({ title: 'Hello Ada', text: 'Dear Ada\n\nThe doors open at six.' });
  expect(made.lines).toContain('To Ada King, old@example.org');
  expect(made.lines).toContain('Attached: invitation-A-01.pdf');
  // As the event's clocks have it, in the text and in the file's name.
  expect(made.lines.join()).toContain('January 6, 2026 / 01:00');
  expect(made.file).toBe('message-2026-01-06.pdf');
  expect(made.lines.join()).not.toMatch(/new@example|In short/);
});

it('a PDF of an attempt says where it has the message in short only, and names no address that it was not sent to', async () => {
  const made = await downloaded(async () => ({ ok: false, error: { code: 'offline' } }));
  expect(made.text).toBe('Hello Ada');
  expect(made.lines.at(-1)).toBe('In short: the server, which has the whole message, was not reached.');
  expect(made.lines.join()).not.toContain('@');
  const kept = await downloaded(async () => ({ ok: false, error: { code: 'not_found' } }));
  expect(kept.lines.join()).not.toMatch(/In short/);
});

it('an attempt is called what it was, also where its message goes another way by now', async () => {
  const attempt = { ok: true, error: null, errorCode: null, date: T, message: 'Hello Ada', url: null };
  const bySms = { ...attempt, method: 'sms', url: 'https://console.twilio.com/1' };
  const documents = DOCUMENTS.map((doc) =>
    'notifs' in doc ? { ...doc, notifs: { notif_1: [bySms, attempt] } } : doc,
  );
  const messages = {
    underway: async () => ({ ok: true, value: [] }),
    optOuts: async () => ({ ok: true, value: new Set() }),
    services: async () => ({ ok: false, error: { code: 'offline' } }),
  };
  const { unmount } = await show({
    scene: await openScene({ documents }),
    path: '/event/:eventId/client/:clientId',
    at: '/event/gala/client/1?tab=notifs',
    screen: <ClientPage />,
    server: { messages } as unknown as Partial<AppData>,
  });
  expect(await screen.findByText(/^SMS · .*Attempt 1$/)).toBeTruthy();
  expect(screen.getByText(/^E-mail · .*Attempt 2$/)).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'Provider log' })).toHaveLength(1);
  unmount();
});

it('of what broke off on the way nobody is told that it was not delivered, on the page or its PDF [NOTIF-20]', async () => {
  const attempt = { ok: false, error: 'uncertain', errorCode: null, date: T, message: 'Hello', url: null };
  const documents = DOCUMENTS.map((doc) =>
    'notifs' in doc ? { ...doc, notifs: { notif_1: [attempt] } } : doc,
  );
  const said: string[] = [];
  const made = await downloaded(async () => {
    said.push(screen.getByRole('tabpanel').textContent);
    return { ok: false, error: { code: 'not_found' } };
  }, documents);
  for (const text of [...said, made.lines.join('\n')]) {
    expect(text.match(/Not known whether it arrived/g)).toHaveLength(1);
    expect(text).not.toContain('not delivered');
  }
  expect(said).toHaveLength(1);
});

it('says what keeps a message back where it would not go again, also to who asks for it [CLIENT-30]', async () => {
  const attempt = { ok: false, error: 'disabled', errorCode: null, date: T, message: 'Hello Ada', url: null };
  const documents = DOCUMENTS.map((doc) =>
    'notifs' in doc ? { ...doc, notifs: { notif_1: [attempt] } } : doc,
  );
  const services = { email: 'disabled', sms: 'ready', whatsapp: 'ready' };
  const messages = {
    underway: async () => ({ ok: true, value: [] }),
    optOuts: async () => ({ ok: true, value: new Set() }),
    services: async () => ({ ok: true, value: { services: { ...services }, links: true, cards: true } }),
    run: async () => ({ ok: true, value: { queued: 1 } }),
  };
  const { unmount } = await show({
    scene: await openScene({ documents }),
    path: '/event/:eventId/client/:clientId',
    at: '/event/gala/client/1?tab=notifs',
    screen: <ClientPage />,
    server: { messages } as unknown as Partial<AppData>,
  });
  expect(await screen.findByText(/^E-mail · Service not configured\./)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/^E-mail · Service not configured\./)).toBeTruthy();
  expect(within(dialog).getByText('It would not go, and only be noted as not delivered.')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('It does not go, and is noted as not delivered.')).toBeTruthy();
  expect(screen.queryByText('It will be sent again.')).toBeNull();
  services.email = 'ready';
  fireEvent.focus(window);
  await waitFor(() => expect(screen.queryByText(/Service not configured\./)).toBeNull());
  unmount();
});
