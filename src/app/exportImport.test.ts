import { describe, expect, it } from 'vitest';
import { calendarOf } from '#domain/days.ts';
import { client } from '#domain/documents/client.ts';
import { session, type SessionEntry } from '#domain/documents/session.ts';
import { csvText } from '#pdf/csv.ts';
import { xlsxOf } from '#pdf/xlsx.ts';
import { checkRows, type PlannedClient } from '#domain/import/check.ts';
import { matchHeaders } from '#domain/import/matching.ts';
import { tableOf } from '#domain/import/table.ts';
import { neutralised } from '#domain/text/formulaGuard.ts';
import { createI18n } from '#i18n/index.ts';
import { readTable } from '../features/imports/reading/readTable.ts';
import { listTable } from '../features/sessions/export/content.ts';

/* The two features that must understand each other do not know each other, so this is where they meet. */

const seat = (tableId: string, seatIndex: number | null) => ({
  tableId,
  seatIndex,
  onTable: seatIndex === null,
});
const guests = [
  { forename: 'Ada', surname: 'Lovelace', number: 'N-1', phone: '+41 79 123 45 67', placement: seat('a', 1) },
  {
    forename: 'Gerard',
    surname: "'t Hooft",
    number: '-12',
    company: '=Sum; Fils',
    placement: seat('a', null),
  },
  {
    forename: 'Élodie',
    surname: 'Żółć',
    company: "'+1 Club",
    notes: "-\nsaid: '=1+1'",
    email: 'e@example.org',
  },
  { forename: 'Bo', surname: 'Li', company: "''@home", notes: "'", category: 'ooc', language: 'fr' },
].map(({ placement, ...fields }: Record<string, unknown>, index) => ({
  client: client.parse({ _id: `client_${index}`, type: 'client', ...fields }),
  placement: placement as SessionEntry['placement'],
}));
const tables = {
  a: { type: 'circle', number: 1, seats: 4, position: { x: 0, y: 0 } },
};
const dinner = session.parse({
  ...{ _id: 'session_dinner', type: 'session', title: 'Dinner', date: 0 },
  plan: { ratio: 1.6, state: { nextTableIndex: 1, tables } },
  clients: guests.map((guest) => ({
    clientId: guest.client._id,
    placement: guest.placement,
    updatedTime: 1,
  })),
});
const empty = { ...dinner, clients: [] };

const FILES = {
  'CSV, commas': (rows: string[][]) => new TextEncoder().encode(csvText(rows, ',')),
  'CSV, semicolons': (rows: string[][]) => new TextEncoder().encode(csvText(rows, ';')),
  'an Excel workbook': ([headings = [], ...rows]: string[][]) =>
    xlsxOf([{ name: 'Clients', headings, rows }], 0),
} as const;

for (const language of ['en', 'fr'] as const) {
  for (const [kind, bytesOf] of Object.entries(FILES)) {
    describe(`a session exported as ${kind} and imported (${language})`, () => {
      it('has the same people in the same places [SESSION-07] [IMPORT-01]', async () => {
        const { t } = await createI18n(language);
        const words = { t, calendar: calendarOf(null) };
        const exported = listTable(
          {
            session: dinner,
            guests: guests.map((guest) => ({ client: guest.client, clientId: guest.client._id })),
            entryOf: new Map(dinner.clients.map((entry) => [entry.clientId, entry])),
            forms: [],
            consumers: new Map(),
          },
          words,
        );
        const { grid } = await readTable(bytesOf([exported.headings, ...exported.rows]), {});
        const workbook = kind === 'an Excel workbook';
        // It says itself what is text: no apostrophe is put in front of a phone.
        const guarded = workbook ? exported.rows : exported.rows.map((row) => row.map(neutralised));
        expect(grid.slice(1, guests.length + 1)).toEqual(guarded);
        const table = tableOf(grid, true);
        const checked = checkRows(
          table.rows,
          new Map(),
          matchHeaders(table.headers),
          { sessionIds: [dinner._id], language: 'en', category: 'indiv', countryCode: '+41' },
          { numbers: new Set(), sessions: [empty], gone: new Set() },
        );
        expect(checked.map(({ problems }) => problems)).toEqual(guests.map(() => ({})));
        // What begins with an apostrophe of its own and looks guarded loses it: a CSV saved as a workbook looks the same.
        const alike = workbook ? guests.slice(0, 2) : guests;
        const read = checked.map((row) => row.client && essence(row.client));
        expect(read.slice(0, alike.length)).toEqual(alike.map(original));
      });
    });
  }
}

function essence({ registrations, line: _line, title: _title, address: _address, ...fields }: PlannedClient) {
  return { ...fields, placement: registrations[0]?.placement ?? null };
}

function original({ client: person, placement }: (typeof guests)[number]) {
  const { forename, surname, category, language } = person;
  const [number, company, email, phone, notes] = (
    ['number', 'company', 'email', 'phone', 'notes'] as const
  ).map((field) => person[field] ?? '');
  return {
    ...{ number, forename, surname, company, category, language, email, phone, notes },
    placement: placement ?? null,
  };
}
