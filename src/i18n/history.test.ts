import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CATEGORIES } from '#domain/config.ts';
import { DOCUMENTS } from '#domain/documents/index.ts';
import * as english from './en/common.ts';
import * as englishGuests from './en/clients.ts';
import * as french from './fr/common.ts';
import * as frenchGuests from './fr/clients.ts';
import { describeChange, HISTORY_CODES, type HistoryParams } from './history.ts';
import { historyWords } from './historyWords.ts';

const samples: HistoryParams = {
  person_erased: {},
  about_erased: {},
  client_created: { client: 'Anaïs Rochat', number: 'G0123-01' },
  client_updated: {
    client: 'Anaïs Rochat',
    changes: [
      { field: 'email', from: null, to: 'a@example.ch' },
      { field: 'language', from: 'en', to: 'fr' },
      { field: 'covid', from: false, to: true },
    ],
  },
  client_deleted: { client: 'Anaïs Rochat' },
  client_restored: { client: 'Anaïs Rochat' },
  client_removed: { client: '' },
  consumer_updated: {
    name: 'Anaïs Rochat',
    changes: [
      { field: 'status', from: 'registered', to: 'invoice_paid' },
      { field: 'registration.amount', from: null, to: '123450 chf' },
      { field: 'registration.vat', from: null, to: 810 },
      { field: 'registration.rate', from: 100, to: 75 },
      { field: 'paymentType', from: 'none', to: 'card' },
      { field: 'address', from: null, to: 'Anaïs Rochat, Rue 1, 1000 Lausanne' },
    ],
  },
  consumer_removed: { name: '' },
  session_created: { clients: 2 },
  session_updated: { changes: [{ field: 'date', from: null, to: Date.UTC(2026, 5, 20, 10) }] },
  session_status: { from: 'upcoming', to: 'ongoing' },
  session_deleted: {},
  plan_created: { tables: 1 },
  plan_changed: { added: 1, removed: 0, changed: 3 },
  plan_removed: {},
  registrations_added: { count: 600, names: ['A B', 'C D'] },
  registrations_removed: { count: 1, names: ['A B'] },
  placement_changed: { client: 'A B', from: { table: '4', seat: 2 }, to: { table: '5', seat: null } },
  placements_changed: { count: 3, names: ['A B', 'C D'] },
  product_changed: { client: 'A B', from: null, to: 'Gala' },
  products_changed: { count: 12, names: ['A B'] },
  checked_in: { client: 'A B', device: 'Door 1', method: 'scan' },
  checkin_cancelled: { client: 'A B', device: '', method: 'list' },
  checkin_restored: { client: 'A B', device: 'Door 1', method: 'list' },
  double_seen: { client: 'A B', device: 'Door 1' },
  gone_seen: { client: 'A B', device: 'Door 1' },
  canceled_seen: { client: 'A B', device: 'Door 1' },
  money_noted: { client: 'A B', kind: 'cash', amount: -2000, currency: 'chf', day: null },
  money_unnoted: { client: 'A B', kind: 'transfer', amount: -12_050, currency: 'chf', day: '2026-11-26' },
  card_paid: { client: 'A B', amount: 12_000, currency: 'eur' },
  card_refunded: { client: 'A B', amount: 5000, currency: 'eur' },
  card_disputed: { client: 'A B', amount: 12_000, currency: 'eur', outcome: 'lost' },
  invoice_issued: { client: 'A B', number: 'G0007', amount: 12_000, currency: 'chf' },
  invoice_taken_back: {
    ...{ client: 'A B', amount: -12_000, currency: 'chf' },
    ...{ number: 'GC0001', invoice: 'G0007' },
  },
  version_overruled: {
    docType: 'client',
    name: 'A B',
    changes: [{ field: 'phone', from: '+41 22 000 00 00', to: null }],
  },
};

/** Told by nobody, or in other words. */
const OF_PROGRAMS = new Set([
  ...['_id', '_rev', '_attachments', 'type', 'metadata', 'schemaVersion', 'canceled'],
  ...['id', 'dbName', 'authorized', 'example', 'pictureSize', 'invoiceNextIndex'],
  ...['invoiceIndex', 'statusBefore', 'hold', 'standsIn', 'settlement', 'linkVersion', 'notifs', 'taken'],
  ...['accessId', 'hadAccessId', 'counterpartId', 'replaces', 'joins', 'count', 'resendConsumerIds'],
  ...[
    'archivedAt',
    'clients',
    'removedClients',
    'lateRegisters',
    'detailTimes',
    'erasedAt',
    'form',
    'orderCode',
  ],
  ...['registration.formId', 'registration.submissionDigest', 'invoiceCorrects'],
]);

/** The fields of a document, those of its parts by their paths. */
function pathsOf(schema: z.ZodObject): string[] {
  return Object.entries(schema.shape).flatMap(([field, part]) => {
    const inner = inside(part as z.ZodType);
    return inner instanceof z.ZodObject ? Object.keys(inner.shape).map((one) => `${field}.${one}`) : [field];
  });
}

function inside(part: z.ZodType): z.ZodType {
  const { innerType } = part.def as { innerType?: z.ZodType };
  return innerType === undefined ? part : inside(innerType);
}

describe('describeChange', () => {
  test('words every code in both languages', () => {
    const told = HISTORY_CODES.map((code) => [
      code,
      describeChange(code, samples[code], 'en', 'Europe/Zurich'),
      describeChange(code, samples[code], 'fr', 'Europe/Zurich').replaceAll('\u00a0', '~'),
    ]);
    expect(HISTORY_CODES.toSorted()).toEqual(Object.keys(samples).toSorted());
    expect(told).toMatchInlineSnapshot(`
      [
        [
          "client_created",
          "Anaïs Rochat created (G0123-01)",
          "Client créé~: Anaïs Rochat (G0123-01)",
        ],
        [
          "client_updated",
          "Anaïs Rochat changed: e-mail: (empty) → “a@example.ch”; language: English → French; Covid certificate: no → yes",
          "Client modifié~: Anaïs Rochat, e-mail~: (vide) → «~a@example.ch~»~; langue~: anglais → français~; certificat Covid~: non → oui",
        ],
        [
          "client_deleted",
          "Anaïs Rochat deleted",
          "Client supprimé~: Anaïs Rochat",
        ],
        [
          "client_restored",
          "Anaïs Rochat restored",
          "Client restauré~: Anaïs Rochat",
        ],
        [
          "client_removed",
          "Unknown client removed for good",
          "Client supprimé définitivement~: Client inconnu",
        ],
        [
          "person_erased",
          "Personal data erased",
          "Données personnelles effacées",
        ],
        [
          "about_erased",
          "An entry about a person who was erased since",
          "Une entrée sur une personne effacée depuis",
        ],
        [
          "consumer_updated",
          "Registration of Anaïs Rochat: status: registered → invoice paid; amount: 0.00 → CHF 1,234.50; VAT: 0% → 8.1%; rate: full price → 25% off; payment type: none → card; address: (empty) → “Anaïs Rochat, Rue 1, 1000 Lausanne”",
          "Inscription modifiée~: Anaïs Rochat, statut~: inscrit → facture payée~; montant~: 0,00 → 1 234.50~CHF~; TVA~: 0~% → 8,1~%~; tarif~: plein tarif → rabais de 25~%~; mode de paiement~: aucun → carte~; adresse~: (vide) → «~Anaïs Rochat, Rue 1, 1000 Lausanne~»",
        ],
        [
          "consumer_removed",
          "Registration of Unknown client removed for good",
          "Inscription supprimée définitivement~: Client inconnu",
        ],
        [
          "session_created",
          "Session created with 2 clients",
          "Session créée avec 2 clients",
        ],
        [
          "session_updated",
          "Session changed: date: (empty) → June 20, 2026",
          "Session modifiée~: date~: (vide) → 20 juin 2026",
        ],
        [
          "session_status",
          "Session status: upcoming → ongoing",
          "Statut de la session~: à venir → en cours",
        ],
        [
          "session_deleted",
          "Session deleted",
          "Session supprimée",
        ],
        [
          "plan_created",
          "Seating plan created with 1 table",
          "Plan de salle créé avec 1 table",
        ],
        [
          "plan_changed",
          "Seating plan changed: 1 table added, 3 tables changed",
          "Plan de salle modifié~: 1 table ajoutée, 3 tables modifiées",
        ],
        [
          "plan_removed",
          "Seating plan removed",
          "Plan de salle supprimé",
        ],
        [
          "registrations_added",
          "600 clients registered: A B, C D and 598 more",
          "600 clients inscrits~: A B, C D et 598 autres",
        ],
        [
          "registrations_removed",
          "1 registration removed: A B",
          "1 inscription retirée~: A B",
        ],
        [
          "placement_changed",
          "A B moved: table 4, seat 2 → table 5",
          "Déplacement~: A B, table 4, place 2 → table 5",
        ],
        [
          "placements_changed",
          "3 placements changed: A B, C D and 1 more",
          "3 placements modifiés~: A B, C D et 1 autre",
        ],
        [
          "product_changed",
          "A B, product: (empty) → Gala",
          "Produit modifié~: A B, (vide) → Gala",
        ],
        [
          "products_changed",
          "Product of 12 clients changed: A B and 11 more",
          "Produit modifié pour 12 clients~: A B et 11 autres",
        ],
        [
          "checked_in",
          "A B checked in by scan (Door 1)",
          "Arrivée enregistrée par scan~: A B (Door 1)",
        ],
        [
          "checkin_cancelled",
          "Check-in of A B cancelled from the list",
          "Arrivée annulée depuis la liste~: A B",
        ],
        [
          "checkin_restored",
          "Check-in of A B restored from the list (Door 1)",
          "Arrivée rétablie depuis la liste~: A B (Door 1)",
        ],
        [
          "double_seen",
          "Double entry of A B marked as seen (Door 1)",
          "Double entrée marquée comme vue~: A B (Door 1)",
        ],
        [
          "gone_seen",
          "That A B is in and no longer in this session, marked as seen (Door 1)",
          "Sur place mais plus dans cette session, marqué comme vu~: A B (Door 1)",
        ],
        [
          "canceled_seen",
          "That A B is in and their registration is cancelled, marked as seen (Door 1)",
          "Sur place malgré une inscription annulée, marqué comme vu~: A B (Door 1)",
        ],
        [
          "money_noted",
          "Refund noted: A B, CHF 20.00, cash",
          "Remboursement noté~: A B, 20.00~CHF, espèces",
        ],
        [
          "money_unnoted",
          "Note of a payment taken back: A B, CHF 120.50, bank statement of November 26, 2026",
          "Note d’un paiement retirée~: A B, 120.50~CHF, relevé bancaire du 26 novembre 2026",
        ],
        [
          "card_paid",
          "Paid by card: A B, €120.00",
          "Payé par carte~: A B, 120.00~€",
        ],
        [
          "card_refunded",
          "Given back by card: A B, €50.00",
          "Remboursé par carte~: A B, 50.00~€",
        ],
        [
          "card_disputed",
          "Dispute lost, the bank gave it back: A B, €120.00",
          "Contestation perdue, la banque a rendu l’argent~: A B, 120.00~€",
        ],
        [
          "invoice_issued",
          "Invoice G0007 issued: A B, CHF 120.00",
          "Facture G0007 émise~: A B, 120.00~CHF",
        ],
        [
          "invoice_taken_back",
          "Invoice G0007 taken back by credit note GC0001: A B, CHF 120.00",
          "Facture G0007 annulée par la note de crédit GC0001~: A B, 120.00~CHF",
        ],
        [
          "version_overruled",
          "Simultaneous changes to the client “A B”; the newer ones were kept. Overruled: phone: “+41 22 000 00 00” → (empty)",
          "Modifications simultanées (client «~A B~»)~: les plus récentes ont été conservées. Valeurs écartées~: téléphone~: «~+41 22 000 00 00~» → (vide)",
        ],
      ]
    `);
  });

  test('a category is called as everywhere [HISTORY-01, DOC-03]', () => {
    for (const [language, { categories }] of [
      ['en', english],
      ['fr', french],
    ] as const) {
      const told = CATEGORIES.map((to) => {
        const changes = [{ field: 'category', from: null, to }];
        return describeChange('client_updated', { client: 'A B', changes }, language).split(' → ')[1];
      });
      const called = CATEGORIES.map((one) => categories[one].toLowerCase());
      expect(told).toEqual(called);
    }
  });

  test('fields are called as in the app, and a guest’s title is no title of an event [HISTORY-01]', () => {
    const told = (field: string, to: string, language: 'en' | 'fr') => {
      const changes = [{ field, from: null, to }];
      const text = describeChange('client_updated', { client: 'A B', changes }, language);
      return /([^,:]+?)\s?: \((?:empty|vide)\)/.exec(text)?.[1]?.trim();
    };
    expect(told('title', 'mrs', 'fr')).toBe('civilité');
    expect(told('title', 'Gala', 'fr')).toBe('titre');
    expect(told('title', 'mrs', 'en')).toBe('title');
    for (const [language, { clientForm, client_display }] of [
      ['en', englishGuests],
      ['fr', frenchGuests],
    ] as const) {
      expect(told('notes', 'x', language)).toBe(clientForm.notes.toLowerCase());
      expect(told('addressSec', 'x', language)).toBe(client_display.postalAddress.toLowerCase());
    }
  });

  test('a field of a part is called by the part and by itself', () => {
    const told = (field: string, language: 'en' | 'fr') => {
      const changes = [{ field, from: null, to: 'x' }];
      const text = describeChange('version_overruled', { docType: 'consumer', name: '', changes }, language);
      return /(?:Overruled: |écart[^:]*: |: )([^:]+?)\s?: \((?:empty|vide)\)/.exec(text)?.[1];
    };
    expect(told('person.email', 'en')).toBe('e-mail');
    expect(told('addressSec.street', 'en')).toBe('postal address (street)');
    expect(told('addressSec.street', 'fr')).toBe('adresse postale (rue)');
    expect(told('contents.subject', 'fr')).toBe('objet');
    // Of another program.
    expect(told('badge.colour', 'en')).toBe('badge.colour');
  });

  test('of a structure the words are told that people wrote in it, and no JSON', () => {
    const told = (from: object, to: object): string => {
      const changes = [{ field: 'options', from: JSON.stringify(from), to: JSON.stringify(to) }];
      return describeChange('version_overruled', { docType: 'form', name: '', changes }, 'en');
    };
    const menu = { id: 'o1', name: 'Menu', clientCount: 1 };
    expect(told([menu], [menu, { ...menu, name: 'Loge' }])).toMatch(/options: “Menu” → “Menu, Loge”$/);
    expect(told([menu], [{ ...menu, clientCount: 2 }])).toMatch(/Overruled: options$/);
    const mail = { html: '<p>Dear <b>guests</b></p>', text: '' };
    expect(told({}, { subject: 'Gala', body: mail })).toMatch(/→ “Gala, Dear guests”$/);
  });

  test('no field that people fill in is called as it is stored', () => {
    for (const type of [
      'event',
      'session',
      'client',
      'consumer',
      'form',
      'notif',
      'invoicetemplate',
    ] as const)
      for (const path of pathsOf(DOCUMENTS[type].schema)) {
        const [field = ''] = path.split('.');
        if (OF_PROGRAMS.has(field) || OF_PROGRAMS.has(path)) continue;
        const parts = [path, field, path.split('.').at(-1) ?? ''];
        for (const { field: words } of Object.values(historyWords))
          expect(
            parts.some((part) => part in words),
            `${type} ${path}`,
          ).toBe(true);
      }
  });

  test('a product is called as everywhere, whatever its option’s id is [HISTORY-05]', () => {
    const options = new Map([
      ['o1', 'Gala\ndinner'],
      ['adult', 'For adults'],
    ]);
    const told = (stored: string, language: 'en' | 'fr') =>
      describeChange('product_changed', { client: 'A B', from: null, to: stored }, language, 'UTC', options);
    expect(told('o1 · adult', 'en')).toBe('A B, product: (empty) → Gala dinner · adult');
    expect(told('o1 · child', 'fr')).toMatch(/Gala dinner · enfant$/);
    expect(told('child', 'fr')).toMatch(/→ enfant$/);
    expect(told('adult', 'en')).toMatch(/→ For adults$/);
    expect(told('gone · x', 'en')).toMatch(/→ gone · x$/);
  });

  test('French dates are fr-CH, and French punctuation has no-break spaces [I18N-03]', () => {
    const text = describeChange('session_updated', samples.session_updated, 'fr', 'Europe/Zurich');
    expect(text).toContain('20 juin 2026');
    expect(text).toContain('modifiée\u00a0: date');
    expect(describeChange('version_overruled', samples.version_overruled, 'fr')).toContain(
      '«\u00a0A B\u00a0»',
    );
  });
});
