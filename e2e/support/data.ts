/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const SURNAMES = ['Favre', 'Müller', 'Okafor', 'Rossi', 'Nguyễn', 'Keller'];
const FORENAMES = ['Aline', 'Bruno', 'Chiara', 'Dário', 'Élodie'];

/** Rows as a spreadsheet copies them, with a header; the third guest's e-mail address is none. */
export function spreadsheet(count: number) {
  const people = Array.from({ length: count }, (_, index) => ({
    forename: FORENAMES[index % 5] ?? '',
    surname: SURNAMES[Math.floor(index / 5) % 6] ?? '',
    company: `Company ${(index % 3) + 1}`,
    email: index === 2 ? 'not an address' : `guest${index + 1}@example.com`,
    number: `N-${String(index + 1).padStart(3, '0')}`,
  }));
  const lines = people.map(({ forename, surname, company, email, number }) =>
    [forename, surname, company, email, number].join('\t'),
  );
  const names = people.map(({ forename, surname }) => `${forename} ${surname}`);
  return {
    text: ['Forename\tSurname\tCompany\tE-mail\tNumber', ...lines, ''].join('\r\n'),
    /** Of those who can be added. */
    names: names.filter((_, index) => index !== 2),
    badLine: 4,
    badName: names[2] ?? '',
  };
}

/** The registration of Zoé Quill, for CHF 100. */
export const registration = (_id: string): object => ({
  ...{ _id, type: 'consumer', status: 'registered', paymentType: 'none', notifs: {} },
  date: Date.now(),
  person: { forename: 'Zoé', surname: 'Quill', email: 'zoe@example.org', language: 'fr' },
  registration: { amount: 10_000, currency: 'chf', rate: 100, vat: 0 },
});
