import type { Page } from '@playwright/test';
import { GALA_ID, makeGala } from '../demo/events.ts';
import { DEMO_PEOPLE, type DEMO_LOGINS } from '../demo/seed.ts';
import { hrefs } from '#ui/paths.ts';

/** A phone, a tablet, a desk: the sizes at which every screen is looked at. */
export const SCREEN_SIZES = {
  phone: { width: 360, height: 740 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
};

export interface DemoScreen {
  /** Of its pictures, and of its part of the page. */
  name: string;
  /** What one does there. */
  words: string;
  /** null: nobody is logged in. */
  as: (typeof DEMO_LOGINS)[number] | null;
  address: string;
  /** What must be there before one looks. */
  ready: string;
  before?: (page: Page) => Promise<void>;
}

const TABLE = ':is(table, [role=table])';

/** The screens of the demo, in the order in which one meets them. */
export function demoScreens(): DemoScreen[] {
  const { sessions, documents } = makeGala(Date.now(), DEMO_PEOPLE);
  const dinner = sessions[1];
  const entry = dinner?.clients.find(({ placement }) => placement != null);
  const client = documents.find(({ _id }) => _id === entry?.clientId);
  const sessionId = dinner?._id ?? '';
  const form = documents.find(({ type }) => type === 'form');
  const formId = form?._id ?? '';
  const { accessId = '' } = (form ?? {}) as { accessId?: string };
  const templateId = documents.find(({ type }) => type === 'invitationtemplate')?._id ?? '';
  const messageId = documents.find(({ type }) => type === 'notif')?._id ?? '';
  const clientId = client?._id ?? '';
  const consumerId = (client as { consumerId?: string } | undefined)?.consumerId ?? '';
  const member = (name: string, words: string, address: string, ready = 'h1'): DemoScreen => ({
    name,
    words,
    as: 'member',
    address,
    ready,
  });
  const manager = (name: string, words: string, address: string, ready = 'h1'): DemoScreen => ({
    ...member(name, words, address, ready),
    as: 'manager',
  });
  return [
    { ...member('login', 'The login.', hrefs.login(), 'form'), as: null },
    member('home', 'The events, with their sessions.', hrefs.home(), 'article'),
    manager('event-new', 'A new event.', hrefs.eventNew()),
    manager('event', 'An event: its sessions, forms, messages and templates.', hrefs.event(GALA_ID), TABLE),
    member(
      'form',
      'A form with which guests register: options, prices, texts.',
      hrefs.eventForm(GALA_ID, formId),
      'form',
    ),
    {
      ...member(
        'desk',
        'That form’s public page, where guests register themselves.',
        `/desk/${accessId}`,
        'form',
      ),
      as: null,
    },
    member('message', 'A message: what it says, who gets it.', hrefs.eventNotif(GALA_ID, messageId), 'form'),
    member(
      'template',
      'An invitation on one’s own PDF.',
      hrefs.invitation(GALA_ID, templateId),
      'main canvas',
    ),
    member(
      'clients',
      'All clients, by status, category, session and payment.',
      hrefs.clients(GALA_ID),
      TABLE,
    ),
    member('session', 'A session: who comes, who is there.', hrefs.session(GALA_ID, sessionId), TABLE),
    member('client', 'A guest: seat and arrival, registration, files.', hrefs.client(GALA_ID, clientId)),
    member('client-edit', 'A guest’s details.', hrefs.clientUpdate(GALA_ID, clientId), 'form'),
    member('client-new', 'New guests.', hrefs.clientNew(GALA_ID), 'form'),
    member('registration', 'A registration, with its bill.', hrefs.registrant(GALA_ID, consumerId), 'form'),
    member('paste', 'Rows pasted from a spreadsheet.', hrefs.clientPaste(GALA_ID, sessionId)),
    member('import', 'A file of guests.', hrefs.clientImport(GALA_ID)),
    {
      ...member(
        'import-known',
        'What a file would do: rows by status, and guests who are there already side by side with it.',
        hrefs.sessionClientImport(GALA_ID, sessionId),
      ),
      before: (page) => showKnown(page, documents),
    },
    member('copy', 'Guests of another event.', hrefs.clientCopy(GALA_ID)),
    {
      ...member('tables', 'The floor: table by table, who is there.', hrefs.tables(GALA_ID, sessionId)),
      as: 'host',
    },
    member('plan', 'The seating plan: who sits where.', hrefs.plan(GALA_ID, sessionId), 'canvas'),
    member('plan-edit', 'The plan’s editor.', hrefs.planEdit(GALA_ID, sessionId), 'canvas'),
    { ...member('checkin', 'The door’s list.', hrefs.checkin(GALA_ID, sessionId)), as: 'host' },
    {
      ...member('scan', 'The scanner, here without a camera.', hrefs.scan(GALA_ID, sessionId), 'main'),
      as: 'host',
    },
    member('rate', 'One rate for many.', hrefs.rate(GALA_ID)),
    member('money', 'What is owed, paid and given back.', hrefs.money(GALA_ID), TABLE),
    member('statement', 'A bank statement against the open invoices.', hrefs.statement(GALA_ID)),
    member('statistics', 'How it goes, to the cent.', hrefs.stats(GALA_ID), TABLE),
    member('history', 'Who changed what.', hrefs.eventHistory(GALA_ID), TABLE),
    manager('services', 'What an event sends with, and is paid through.', hrefs.services(GALA_ID), 'h2'),
    manager('users', 'Who may log in.', hrefs.users()),
    manager('access', 'Who may see which event.', hrefs.access()),
    manager('access-user', 'The events of one user.', hrefs.accessUser(DEMO_PEOPLE.host.id)),
    manager('account', 'One’s own account.', hrefs.profile()),
    manager('security', 'What went wrong with logins and rights.', hrefs.security()),
  ];
}

/** An export of another program, in which some guests are whom the event has already. */
async function showKnown(page: Page, documents: readonly object[]): Promise<void> {
  const guests = documents.filter((one) => 'type' in one && one.type === 'client').slice(0, 4) as Guest[];
  const lines = guests.map(({ forename, surname, email }, at) =>
    [forename, surname, at === 0 ? '' : (email ?? ''), `Arpège ${at + 1}`, 'vegetarian', 'Paid'].join(';'),
  );
  const others = ['Zoé;Müller;zoe@example.org;;;Paid', 'Max;Frei;max@example.org;Frei AG;;Canceled'];
  const file = [
    'Given name;Family name;Attendee email;Company;Dietary requirements;Status',
    ...lines,
    ...others,
  ];
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'gala_orders.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(file.join('\r\n')),
  });
  const known = page.locator('section', { has: page.getByRole('radio') }).last();
  await known.scrollIntoViewIfNeeded();
}
interface Guest {
  forename: string;
  surname: string;
  email?: string | null;
}

/** docs/screens.md */
export function pageOfScreens(screens: readonly DemoScreen[]): string {
  const parts = screens.map(({ name, words }) => {
    const picture = (size: string) => `![${name}, ${size}](images/screens/${name}-${size}.webp)`;
    return `## ${words}\n\n| Phone | Tablet | Desktop |\n|---|---|---|\n| ${Object.keys(SCREEN_SIZES).map(picture).join(' | ')} |\n`;
  });
  return `# Screens\n\nThe screens of the demo at three sizes. Drawn by \`npm run screens\`; do not edit by hand.\n\n${parts.join('\n')}`;
}
