import type { Author } from '#domain/documents/common.ts';
import { TEMPLATE_ATTACHMENT } from '#domain/documents/templateFields.ts';
import { docId, FILE_ATTACHMENT } from '#domain/ids.ts';
import { makeEvent, type SampleEvent } from '../server/sample/generate.ts';
import { withOutcomes } from './outcomes.ts';
import { pdfAttachment } from './pdf.ts';

export const GALA_ID = 'demogala00000000';
export const TALK_ID = 'demotalk00000000';
const FORM_ID = docId('form', 'demoform00000000');
const DAY = 86_400_000;
const OPTIONS = ['menu', 'vegetarien', 'balcon'] as const;

export interface DemoPeople {
  manager: Author;
  member: Author;
  host: Author;
}

/** Noon of the day of `now` in the server's time zone, which is the demo's. */
function noon(now: number): number {
  const date = new Date(now);
  date.setHours(12, 0, 0, 0);
  return date.getTime();
}

/** The bilingual gala of contract.md, "Demo": 600 attendees, 420 registrations, three sessions around today. */
export function makeGala(now: number, people: DemoPeople): SampleEvent {
  const today = noon(now);
  const gala = makeEvent({
    seed: 20_260_101,
    eventId: GALA_ID,
    clients: 600,
    consumers: 420,
    entriesPerSession: 0,
    now,
    author: people.member,
    door: people.host,
    formId: FORM_ID,
    event: {
      title: 'Lake Gala',
      titleFrench: 'Gala du Lac',
      company: 'Fondation Arpège',
      location: 'Palais des Congrès, Montreux',
      timeZone: 'Europe/Zurich',
      invoicePrefix: 'GL',
      adminContact: true,
      doorShows: ['diet'],
    },
    sessions: [
      {
        title: 'Welcome reception',
        titleFrench: 'Réception de bienvenue',
        date: today - DAY,
        timeStart: '18:30',
        timeEnd: '21:00',
        status: 'archived',
        entries: 360,
        capacity: 400,
        tables: 60,
        placed: 0.6,
        checkedIn: 0.93,
        optionIds: OPTIONS,
      },
      {
        title: 'Gala dinner',
        titleFrench: 'Dîner de gala',
        date: today,
        timeStart: '19:00',
        timeEnd: '23:30',
        status: 'ongoing',
        entries: 500,
        capacity: 520,
        tables: 60,
        placed: 0.94,
        checkedIn: 0.45,
        optionIds: OPTIONS,
      },
      {
        title: 'Farewell brunch',
        titleFrench: 'Brunch d’adieu',
        date: today + DAY,
        timeStart: '10:30',
        timeEnd: '13:00',
        status: 'upcoming',
        entries: 280,
        capacity: 300,
        tables: 60,
        placed: 0.3,
        optionIds: OPTIONS,
      },
    ],
  });
  const metadata = { author: people.manager, createdAt: now - 58 * DAY, updatedAt: now - 58 * DAY };
  const consumers = withOutcomes(gala.consumers, {
    now,
    mailId: docId('notif', 'demonotif0000004'),
    smsId: docId('notif', 'demonotif0000002'),
  });
  const byId = new Map<string, SampleEvent['documents'][number]>(consumers.map((one) => [one._id, one]));
  const extra = [
    makeForm(gala, metadata),
    ...makeTemplates(metadata),
    ...makeNotifs(gala, metadata, now),
    {
      _id: docId('file', 'demofile00000000'),
      type: 'file',
      name: 'Plan d’accès',
      metadata,
      _attachments: {
        [FILE_ATTACHMENT]: pdfAttachment(['Plan d’accès'.replace('’', "'"), 'Palais des Congrès, Montreux']),
      },
    },
  ];
  const documents = withDiets(gala.documents.map((doc) => byId.get(doc._id) ?? doc));
  return { ...gala, consumers, documents: [...documents, ...extra] };
}

const DIETS = ['Végétarien', 'Sans gluten', 'Vegan', 'Allergie\u00a0: noix', 'No shellfish'];

/** Some guests eat something else. */
function withDiets(
  documents: readonly SampleEvent['documents'][number][],
): SampleEvent['documents'][number][] {
  let clients = 0;
  return documents.map((doc) => {
    if (doc.type !== 'client' || ++clients % 9 !== 0) return doc;
    return { ...doc, diet: DIETS[(clients / 9) % DIETS.length] };
  });
}

/** The second event, which the demo's host may not see. */
export function makeTalk(now: number, people: DemoPeople): SampleEvent {
  return makeEvent({
    seed: 20_260_202,
    eventId: TALK_ID,
    clients: 80,
    consumers: 80,
    entriesPerSession: 80,
    now,
    author: people.member,
    event: {
      title: 'Talk: the glaciers of tomorrow',
      titleFrench: 'Conférence\u00a0: les glaciers de demain',
      company: 'École du Lac',
      location: 'Aula, Lausanne',
    },
    sessions: [
      {
        title: 'Talk',
        titleFrench: 'Conférence',
        date: noon(now) + 14 * DAY,
        timeStart: '18:00',
        timeEnd: '20:00',
        status: 'upcoming',
      },
    ],
  });
}

type Extra = SampleEvent['documents'][number];

const kinds = (adult: number) => ({
  adult: { amount: adult, enabled: true },
  child: { amount: Math.round(adult / 2), enabled: true },
});

function makeForm({ sessions }: SampleEvent, metadata: object): Extra {
  return {
    _id: FORM_ID,
    type: 'form',
    accessId: 'GalaLac1',
    counterpartId: null,
    name: 'Inscription au Gala du Lac',
    language: 'fr',
    currency: 'chf',
    enabled: true,
    vat: 810,
    information: 'Inscrivez-vous aux soirées du Gala du Lac.',
    helpInfo: 'gala@example.ch',
    required: { info: true, addr: true },
    children: true,
    options: [
      { id: 'menu', name: 'Menu', clientCount: 1 },
      { id: 'vegetarien', name: 'Menu végétarien', clientCount: 1 },
      { id: 'balcon', name: 'Loge', clientCount: 1 },
    ],
    extras: [
      { id: 'parking', name: 'Place de parc', amount: 2000, enabled: true, maxCount: 2 },
      { id: 'livre', name: 'Livre du gala', amount: 4500, enabled: true, maxCount: 10 },
    ],
    alerts: [{ value: 'Fin des inscriptions trois jours avant la soirée.', enabled: true }],
    amounts: Object.fromEntries(
      sessions.map(({ _id }, index) => [
        _id,
        {
          menu: kinds(18_000 - index * 3000),
          vegetarien: kinds(17_000 - index * 3000),
          balcon: kinds(42_000),
        },
      ]),
    ),
    maxClientCountPerSession: 600,
    metadata,
  };
}

/** Percentages of the page. */
const ref = (variableKey: string, y: number, height = 3.5) => ({
  ...{ x: 12, y, width: 60, height },
  ...{ pageIndex: 0, variableKey },
});

function makeTemplates(metadata: object): Extra[] {
  const invitation = (language: 'en' | 'fr', title: string): Extra => ({
    _id: docId('invitationtemplate', `demoinvitation${language}`),
    type: 'invitationtemplate',
    language,
    paymentType: 'none',
    refs: [
      ref('fullname', 24),
      ref('sessions_client', 29, 10),
      ref('number', 40),
      { x: 67, y: 71, width: 21, height: 14.8, pageIndex: 0, variableKey: 'qr_code' },
    ],
    metadata,
    _attachments: { [TEMPLATE_ATTACHMENT]: pdfAttachment([title, 'Gala du Lac']) },
  });
  const invoice = (language: 'en' | 'fr', paymentType: string, title: string): Extra => ({
    _id: docId('invoicetemplate', `demoinvoice${language}${paymentType}`),
    type: 'invoicetemplate',
    language,
    paymentType,
    refs: [ref('address', 21, 9.5), ref('invoice_id', 33), ref('amount', 47), ref('amount_vat', 51)],
    metadata,
    _attachments: { [TEMPLATE_ATTACHMENT]: pdfAttachment([title, 'Gala du Lac']) },
  });
  return [
    invitation('fr', 'Invitation'),
    invitation('en', 'Invitation'),
    invoice('fr', 'transfer', 'Facture'),
    invoice('en', 'card', 'Invoice'),
  ];
}

const mail = (subject: string, text: string) => ({
  email: {
    subject,
    body: { font: 'sans-serif', html: `<p>${text}</p>`, text },
    attachInvoice: false,
    attachInvitation: true,
  },
});

function makeNotifs({ sessions, consumers }: SampleEvent, metadata: object, now: number): Extra[] {
  const base = { type: 'notif', language: null, sessionIds: null, resendConsumerIds: [], count: 0, metadata };
  return [
    {
      ...base,
      _id: docId('notif', 'demonotif0000001'),
      notifType: 'automatic',
      notifMethod: 'email',
      consumerStatus: 'registered',
      consumerStatusNew: 'notice_sent',
      contents: mail('Votre inscription au Gala du Lac', 'Merci de votre inscription. À bientôt !'),
    },
    {
      ...base,
      _id: docId('notif', 'demonotif0000002'),
      notifType: 'inactive',
      notifMethod: 'sms',
      consumerStatus: 'invitation_sent',
      consumerStatusNew: null,
      sessionIds: sessions.slice(1, 2).map(({ _id }) => _id),
      contents: { sms: { message: 'Gala du Lac : ouverture des portes à 18 h 30.' } },
    },
    {
      ...base,
      _id: docId('notif', 'demonotif0000003'),
      notifType: 'one-time',
      notifMethod: 'email',
      consumerStatus: 'invoice_paid',
      consumerStatusNew: 'ticket_sent',
      contents: mail('Your tickets', 'Please find your tickets attached.'),
    },
    {
      ...base,
      _id: docId('notif', 'demonotif0000004'),
      // It was a one-time one, and has been sent.
      notifType: 'inactive',
      notifMethod: 'email',
      consumerStatus: null,
      consumerStatusNew: null,
      date: now - 20 * DAY,
      count: consumers.length,
      contents: mail('Le programme du Gala du Lac', 'Voici le programme de la soirée.'),
    },
  ];
}
