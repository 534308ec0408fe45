import { describe, expect, it } from 'vitest';
import { newDocument } from '../../documents/new.ts';
import type { Consumer, IssuedInvoice } from '../../documents/consumer.ts';
import type { Payment } from '../../documents/payment.ts';
import { bankPaymentId } from '../../ids.ts';
import { entryOf } from '../../documents/bankEntry.ts';
import { creditorReference, qrReference } from '../bankAccount.ts';
import { toldOf } from '../taken.ts';
import { readCamt } from './camt.ts';
import { centsOf, type BankEntry } from './entries.ts';
import { matchEntries } from './match.ts';
import { readBankTable } from './table.ts';

/** Of the invoice G0001, from before its prefix was a part of it, and registrations told it. */
const BEFORE = qrReference('0001');

/** As a Swiss bank gives it: a batch of two with QR references, one with a creditor reference, one that went out, one taken back. */
const CAMT = `<?xml version="1.0" encoding="UTF-8"?>
<ns:Document xmlns:ns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><ns:BkToCstmrStmt><ns:Stmt>
<ns:Ntry><ns:Amt Ccy="CHF">216.20</ns:Amt><ns:CdtDbtInd>CRDT</ns:CdtDbtInd><ns:BookgDt><ns:Dt>2027-05-03</ns:Dt></ns:BookgDt>
 <ns:AcctSvcrRef>B1</ns:AcctSvcrRef><ns:NtryDtls>
 <ns:TxDtls><ns:Refs><ns:AcctSvcrRef>T1</ns:AcctSvcrRef></ns:Refs><ns:Amt Ccy="CHF">108.10</ns:Amt><ns:CdtDbtInd>CRDT</ns:CdtDbtInd>
  <ns:RltdPties><ns:Dbtr><ns:Pty><ns:Nm>Ada &amp; Co</ns:Nm></ns:Pty></ns:Dbtr></ns:RltdPties>
  <ns:RmtInf><ns:Strd><ns:CdtrRefInf><ns:Ref>${BEFORE}</ns:Ref></ns:CdtrRefInf></ns:Strd></ns:RmtInf></ns:TxDtls>
 <ns:TxDtls><ns:Refs><ns:AcctSvcrRef>T2</ns:AcctSvcrRef></ns:Refs><ns:Amt Ccy="CHF">108.10</ns:Amt><ns:CdtDbtInd>CRDT</ns:CdtDbtInd>
  <ns:RmtInf><ns:Strd><ns:CdtrRefInf><ns:Ref>999</ns:Ref></ns:CdtrRefInf></ns:Strd></ns:RmtInf></ns:TxDtls>
 </ns:NtryDtls></ns:Ntry>
<ns:Ntry><ns:Amt Ccy="CHF">50.05</ns:Amt><ns:CdtDbtInd>CRDT</ns:CdtDbtInd><ns:BookgDt><ns:DtTm>2027-05-04T08:00:00</ns:DtTm></ns:BookgDt>
 <ns:AcctSvcrRef>B2</ns:AcctSvcrRef><ns:NtryDtls><ns:TxDtls><ns:RltdPties><ns:Dbtr><ns:Nm>Bob</ns:Nm></ns:Dbtr></ns:RltdPties>
 <ns:RmtInf><ns:Ustrd>Gala ${creditorReference('G0002').replace(/(.{4})/g, '$1 ')}</ns:Ustrd></ns:RmtInf></ns:TxDtls></ns:NtryDtls></ns:Ntry>
<ns:Ntry><ns:Amt Ccy="CHF">900.00</ns:Amt><ns:CdtDbtInd>DBIT</ns:CdtDbtInd><ns:BookgDt><ns:Dt>2027-05-04</ns:Dt></ns:BookgDt></ns:Ntry>
<ns:Ntry><ns:Amt Ccy="CHF">5.00</ns:Amt><ns:CdtDbtInd>CRDT</ns:CdtDbtInd><ns:RvslInd>true</ns:RvslInd></ns:Ntry>
</ns:Stmt></ns:BkToCstmrStmt></ns:Document>`;

const billed = (id: string, number: string, amount: number, more: Partial<Consumer> = {}): Consumer =>
  newDocument('consumer', {
    ...{ _id: `consumer_${id}`, status: 'invoice_sent', invoiceIndex: 0 },
    registration: { amount, currency: 'chf', rate: 100, vat: 0 },
    invoices: [{ kind: 'invoice', index: 0, number, issuedAt: 0, currency: 'chf', total: amount }],
    ...more,
  });
const entry = (id: string, more: Partial<BankEntry>): BankEntry => ({
  ...{ id, day: '2027-05-03', amount: 10_810, currency: 'CHF', payer: '', reference: '', text: '' },
  ...more,
});

describe('a bank’s statement', () => {
  it('camt.053: what came in, payment by payment', () => {
    expect(readCamt(CAMT)).toEqual([
      {
        ...{ id: 'T1', day: '2027-05-03', amount: 10_810, currency: 'CHF', payer: 'Ada & Co' },
        ...{ reference: BEFORE, text: '' },
      },
      {
        ...{ id: 'T2', day: '2027-05-03', amount: 10_810, currency: 'CHF', payer: '', reference: '999' },
        text: '',
      },
      expect.objectContaining({ id: 'B2/0', day: '2027-05-04', amount: 5005, payer: 'Bob', reference: '' }),
    ]);
    expect(readCamt('<html><body>no</body></html>')).toBeNull();
  });

  it('camt.053: each payment has a name of its own, the same in every statement, whatever banks put there', () => {
    const of = (amount: string, inner: string, more = '') =>
      `<Ntry>${more}<Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2027-05-03</Dt></BookgDt>` +
      `<NtryDtls>${inner}</NtryDtls></Ntry>`;
    const statement = (...entries: string[]) =>
      readCamt(`<Document><BkToCstmrStmt><Stmt>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`) ?? [];
    const paid = (text: string, more = '') =>
      `<TxDtls>${more}<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
    const own = (name: string) => `<Refs><AcctSvcrRef>${name}</AcctSvcrRef></Refs>`;
    const [rent, second] = [
      of('5.00', paid('G0001', own('NONREF'))),
      of('5.00', paid('G0002', own('NONREF'))),
    ];
    // The account's number, as Swiss banks put it there, and a place in the statement, as others do.
    const account = of('7.00', paid('G0003'), '<NtryRef>CH4431999123000889012</NtryRef>');
    const counted = of('7.00', paid('G0004'), '<NtryRef>1</NtryRef>');
    const twice = of('9.00', paid('G0005', own('B')) + paid('G0006', own('B')));
    const all = statement(rent, second, account, counted, account, twice);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const later = statement(counted.replace('>1<', '>8<'), account);
    expect(later.map(({ id }) => id)).toEqual([all[3]?.id, all[2]?.id]);
  });

  it('camt.053: what the bank takes back is no payment, is told with its invoice, and leaves the name of what came in alone', () => {
    const of = (side: string, more: string, number: string) =>
      `<Ntry><Amt Ccy="CHF">108.10</Amt><CdtDbtInd>${side}</CdtDbtInd>${more}<BookgDt><Dt>2027-05-03</Dt></BookgDt>` +
      `<AcctSvcrRef>B7</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Ustrd>${number}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
    const taken = '<RvslInd>true</RvslInd>';
    const file = [
      of('DBIT', taken, 'G0001'),
      of('CRDT', '', 'G0001'),
      of('CRDT', taken, ''),
      of('DBIT', '', ''),
    ];
    const found = readCamt(`<Document><Stmt>${file.join('')}</Stmt></Document>`) ?? [];
    expect(found.map(({ id, isBack }) => [id, isBack])).toEqual([
      ['back B7/0', true],
      ['B7/0', undefined],
    ]);
    const ada = billed('ada', 'G0001', 10_810);
    expect(matchEntries(found, [ada]).map(({ kind, consumerId }) => [kind, consumerId])).toEqual([
      ['back', ada._id],
      // Not proposed: nothing of it has stayed.
      ['other', ada._id],
    ]);
  });

  it('camt.053: a batch that does not say its parts is one payment of the whole', () => {
    const parts = '<TxDtls><Refs/></TxDtls><TxDtls><Refs/></TxDtls>';
    const batch =
      '<Document><Stmt><Ntry><Amt Ccy="CHF">20.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>' +
      `<AcctSvcrRef>B9</AcctSvcrRef><NtryDtls>${parts}</NtryDtls></Ntry></Stmt></Document>`;
    expect(readCamt(batch)?.map(({ id, amount }) => [id, amount])).toEqual([['B9/0', 2000]]);
  });

  it('camt.053: what is only announced is no payment yet; zeros after the cents are no thousands', () => {
    const entry = (amount: string, status: string) =>
      `<Ntry><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>${status}</Sts>` +
      `<BookgDt><Dt>2027-05-03</Dt></BookgDt></Ntry>`;
    const entries = [
      ...[entry('1.00', '<Cd>PDNG</Cd>'), entry('2.00', 'INFO'), entry('3.000', '<Cd>BOOK</Cd>')],
      ...[entry('1234.50000', 'BOOK'), entry('5', 'BOOK'), entry('.50', 'BOOK')],
    ];
    const file = `<Document><Stmt>${entries.join('')}</Stmt></Document>`;
    expect(readCamt(file)?.map(({ amount }) => amount)).toEqual([300, 123_450, 500, 50]);
  });

  it('camt.053: three decimals are no thousands', () => {
    const of = (amount: string) =>
      readCamt(
        `<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="TND">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>` +
          '<BookgDt><Dt>2027-05-03</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>',
      )?.map(({ amount: cents }) => cents);
    expect(['108.105', '108.104', '0.005', '1234.5670', '108.1000', '.5'].map(of)).toEqual([
      [10_811],
      [10_810],
      [1],
      [123_457],
      [10_810],
      [50],
    ]);
  });

  it('CSV: a currency beside the amount is the payment’s, and is no reason to leave it out', () => {
    const of = (amount: string, currency = '') =>
      readBankTable([
        ['Datum', 'Betrag', 'Währung'],
        ['03.05.2027', amount, currency],
      ])?.map((entry) => `${entry.amount} ${entry.currency}`);
    const told = [
      '5.00 CHF',
      'CHF 5.–',
      'chf 1’234.50',
      '€ 5,00',
      '5,- EUR',
      '5.00',
      '-5.00 CHF',
      '(5.00)',
      'CHF',
    ];
    expect(told.map((amount) => of(amount)?.join())).toEqual([
      ...['500 CHF', '500 CHF', '123450 CHF', '500 EUR', '500 EUR', '500 '],
      ...['', '', ''],
    ]);
    expect(of('5.00 CHF', 'EUR')).toEqual(['500 EUR']);
  });

  it('camt.053: of a batch that does not say its parts no reference is the whole’s; the bank’s own words count where nobody wrote any', () => {
    const of = (inner: string, more = '') =>
      `<Ntry><Amt Ccy="CHF">216.20</Amt><CdtDbtInd>CRDT</CdtDbtInd>${more}<NtryDtls>${inner}</NtryDtls></Ntry>`;
    const part = (number: string) =>
      `<TxDtls><RltdPties><Dbtr><Nm>${number}</Nm></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>${creditorReference(number)}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`;
    const entries = [
      of(part('G0001') + part('G0002'), '<ValDt><Dt>2027-05-04</Dt></ValDt>'),
      of('', '<BookgDt><Dt>2027-05-03</Dt></BookgDt><AddtlNtryInf>Credit of Ada, G0001</AddtlNtryInf>'),
      of('', '<RvslInd>1</RvslInd><BookgDt><Dt>2027-05-03</Dt></BookgDt>'),
    ];
    expect(readCamt(`<Document><Stmt>${entries.join('')}</Stmt></Document>`)).toMatchObject([
      { day: '2027-05-04', amount: 21_620, payer: '', reference: '', text: '' },
      { day: '2027-05-03', amount: 21_620, text: 'Credit of Ada, G0001' },
    ]);
  });

  it('camt.052 and camt.053: a number is found wherever programs put it', () => {
    const of = (inner: string, more = '') =>
      `<Ntry><Amt Ccy="CHF">108.10</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2027-05-03</Dt></BookgDt>` +
      `<NtryDtls><TxDtls>${inner}</TxDtls></NtryDtls>${more}</Ntry>`;
    const strd = (inner: string) => `<RmtInf><Strd>${inner}</Strd></RmtInf>`;
    const named = (name: string) => `<Refs><EndToEndId>${name}</EndToEndId></Refs>`;
    const bank = '<AddtlNtryInf>Credit G0001</AddtlNtryInf>';
    const parts = [
      of(strd('<RfrdDocInf><Tp><CdOrPrtry><Cd>CINV</Cd></CdOrPrtry></Tp><Nb>G0001</Nb></RfrdDocInf>')),
      of(strd('<AddtlRmtInf>Invoice G0001</AddtlRmtInf>')),
      ...[of(named('G0001')), of(named('NOTPROVIDED'), bank), of(named('X7'), bank)],
    ];
    const found = readCamt(`<Document><Rpt>${parts.join('')}</Rpt></Document>`) ?? [];
    const kinds = matchEntries(found, [billed('ada', 'G0001', 10_810)]).map(({ number }) => number);
    expect(kinds).toEqual(parts.map(() => 'G0001'));
    // What was noted before these were read has the name that it had.
    expect(found[0]?.id).toBe('2027-05-03|10810||||0');
  });

  it.each([
    ['Gutschrift in CHF', 'CHF'],
    ['Betrag (€)', 'EUR'],
    ['Crédit euros', 'EUR'],
    ['Montant(EUROS)', 'EUR'],
    ['Amount (GBP)', 'GBP'],
    ['Amount', ''],
    ['CREDIT AMT', ''],
    ['Montant NET', ''],
    ['MONTANT TTC', ''],
    ['CREDIT AMT (SEK)', 'SEK'],
  ])('CSV: the currency is said by the head %j', (head, currency) => {
    const rows = [
      ['Date', head],
      ['2027-05-03', '108.10'],
    ];
    expect(readBankTable(rows)?.map((one) => one.currency)).toEqual([currency]);
  });

  it.each(['EUR', 'eur', '€', 'Euro'])('CSV: a column of currencies says %j', (said) => {
    const rows = [
      ['Date', 'Amount', 'Currency'],
      ['2027-05-03', '108.10', said],
    ];
    expect(readBankTable(rows)?.map(({ currency }) => currency)).toEqual(['EUR']);
  });

  it.each(['Soll/Haben', 'S/H', ' ', 'Debit/credit', 'Af Bij'])(
    'CSV: what went out says %j beside an amount without a sign',
    (head) => {
      const [out, came] =
        head === 'Debit/credit' ? ['Debit', 'Credit'] : head === 'Af Bij' ? ['Af', 'Bij'] : ['S', 'H'];
      const rows = [
        ['Datum', 'Betrag', head],
        ['20270503', '108,10', came ?? ''],
        ['20270503', '50,00', out ?? ''],
      ];
      expect(readBankTable(rows)?.map(({ day, amount }) => [day, amount])).toEqual([['2027-05-03', 10_810]]);
    },
  );

  it('CSV: a table whose dates are not read is none, rather than one in which nothing came in', () => {
    const head = ['Date', 'Amount'];
    expect(readBankTable([head, ['3 May 2027', '108.10']])).toBeNull();
    expect(readBankTable([head, ['2027-05-03', '-108.10'], ['made on 4.5.', '']])).toEqual([]);
  });

  it.each([
    [
      'ZKB: parts of batches have a column too',
      'Datum;Buchungstext;Whg;Betrag Detail;ZKB-Referenz;Referenznummer;Belastung CHF;Gutschrift CHF;Valuta;Saldo CHF',
      '03.05.2027;Gutschrift Ada;CHF;;L1;;;108.10;03.05.2027;500.00',
    ],
    [
      'UBS: the time of the statement stands first',
      'Whrg.;Datum von;Datum bis;Buchungsdatum;Valuta;Beschreibung 1;Belastung;Gutschrift;Saldo',
      "CHF;01.01.2027;31.12.2027;03.05.2027;03.05.2027;Ada;;108.10;1'500.00",
    ],
    [
      'a savings bank: what is only announced is no payment yet',
      'Buchungstag;Valutadatum;Buchungstext;Beguenstigter/Zahlungspflichtiger;Betrag;Waehrung;Info',
      '03.05.27;03.05.27;GUTSCHR;Ada;108,10;CHF;Umsatz gebucht',
      '04.05.27;04.05.27;GUTSCHR;Ada;50,00;CHF;Umsatz vorgemerkt',
    ],
    [
      'ING',
      'Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Saldo;Währung;Betrag;Währung',
      '03.05.2027;03.05.2027;Ada;Gutschrift;500,00;CHF;108,10;CHF',
    ],
    [
      'comdirect',
      'Buchungstag;Wertstellung (Valuta);Vorgang;Buchungstext;Umsatz in CHF',
      '03.05.2027;03.05.2027;Übertrag;Ada;108,10',
    ],
    ['Wise', 'TransferWise ID;Date;Amount;Currency;Payer Name', 'T-1;03-05-2027;108.10;CHF;Ada'],
    [
      'the month first, as one of its days tells',
      'Date;Amount;Currency;Name',
      '05/03/2027;108.10;CHF;Ada',
      '05/31/2027;-3.00;CHF;Fees',
    ],
    ['a day that is none', 'Date;Amount', '2027-05-03;108.10', '2027-02-30;50.00'],
  ])('CSV: %s', (_bank, ...lines) => {
    const found = readBankTable(lines.map((line) => line.split(';')));
    expect(found?.map(({ day, amount }) => [day, amount])).toEqual([['2027-05-03', 10_810]]);
  });

  it('CSV: below whatever stands above, in the words and amounts of banks; the same twice is two', () => {
    const rows = [
      ['Konto', 'CH93 0076 2011 6238 5295 7'],
      ['Buchungsdatum', 'Buchungstext', 'Gutschrift', 'Belastung'],
      ['03.05.2027', 'Ada, G0001', "1'108.10", ''],
      ['03.05.2027', 'Ada, G0001', "1'108.10", ''],
      ['04.05.27', 'Rent', '', '900.00'],
      ['Total', '', '2216.20', ''],
    ];
    const found = readBankTable(rows) ?? [];
    expect(found.map(({ day, amount }) => [day, amount])).toEqual([
      ['2027-05-03', 110_810],
      ['2027-05-03', 110_810],
    ]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(2);
    expect(readBankTable([['Name', 'Vorname']])).toBeNull();
    const french = [
      ['Date', 'Montant', 'Devise', 'Nom', 'Référence'],
      ['2027-05-03', '1 108,10', 'chf', 'Ada', 'RF18 5390 0754 7034'],
    ];
    expect(readBankTable(french)).toMatchObject([
      { amount: 110_810, currency: 'CHF', payer: 'Ada', reference: 'RF18539007547034' },
    ]);
  });

  it.each([
    ['1234.5', 123_450],
    ['1’234,50', 123_450],
    ['1.234,5', 123_450],
    ['1,234', 123_400],
    ['-5', -500],
    ['+ 7.05', 705],
    ['', null],
    ['abc', null],
  ])('%j is an amount', (text, cents) => {
    expect(centsOf(text)).toBe(cents);
  });

  it('is matched by reference: what is open, another sum, what is noted, and what is nobody’s', () => {
    const consumers = [
      billed('ada', 'G0001', 10_810),
      billed('bob', 'G0002', 6000),
      billed('eve', 'G0003', 700, { transfers: [{ id: 'old', day: '2027-01-01', amount: 700 }] }),
    ];
    const kinds = (entries: BankEntry[]) =>
      matchEntries(entries, consumers).map(({ kind, consumerId, number }) => [kind, consumerId, number]);
    expect(kinds(readCamt(CAMT) ?? [])).toEqual([
      ['exact', 'consumer_ada', 'G0001'],
      ['unknown', null, ''],
      ['other', 'consumer_bob', 'G0002'],
    ]);
    expect(
      kinds([
        entry('1', { reference: creditorReference('G0001') }),
        // A second one for the same invoice, another currency, the number in the text, and one noted before.
        entry('2', { text: 'Gala; G0001' }),
        entry('3', { text: 'g0002', amount: 6000, currency: 'EUR' }),
        entry('old', { reference: creditorReference('G0003'), amount: 700 }),
        entry('4', { text: '0001' }),
      ]).map(([kind]) => kind),
    ).toEqual(['exact', 'other', 'currency', 'booked', 'unknown']);
    // The very same once more, as in a file that holds two statements.
    const ref = { reference: creditorReference('G0001') };
    expect(kinds([entry('1', ref), entry('1 #2', ref)]).map(([kind]) => kind)).toEqual(['exact', 'twice']);
    for (const text of ['Invoice G0001.', 'facture n°G0001', '(G0001)', 'Re:G0001/Gala', 'G0001!'])
      expect(kinds([entry('5', { text })])).toEqual([['exact', 'consumer_ada', 'G0001']]);
    for (const text of ['G 0001', 'VIR G-0001 ADA'])
      expect(kinds([entry('5', { text })])).toEqual([['exact', 'consumer_ada', 'G0001']]);
    for (const text of ['G00012', 'XG0001', 'G0001-7', 'G 00012', 'X-G 0001'])
      expect(kinds([entry('6', { text })])).toEqual([['unknown', null, '']]);
    // A number of more parts, of which letters and digits alone are left.
    const packed = entry('7', { text: 'VIR gala20270001' });
    expect(matchEntries([packed], [billed('ada', 'GALA2027-0001', 10_810)])[0]?.kind).toBe('exact');
    // One account for two events: theirs is told by the prefix, and by what was printed.
    const [told] = consumers[0]?.invoices ?? [];
    const own = { ...told, reference: qrReference('G0001') } as IssuedInvoice;
    const [ada] = matchEntries(
      [entry('1', { reference: qrReference('G0001') })],
      [billed('ada', 'G0001', 10_810, { invoices: [own] })],
    );
    expect(ada?.kind).toBe('exact');
    for (const other of [qrReference('H0001'), qrReference('0001'), creditorReference('G0001')]) {
      const [none] = matchEntries(
        [entry('1', { reference: other })],
        [billed('ada', 'G0001', 10_810, { invoices: [own] })],
      );
      expect(none?.kind).toBe('unknown');
    }
  });

  it('one of the sum of a transfer that was noted by hand is not proposed: it may be the same', () => {
    const note = { id: 'payment_1', kind: 'terminal' as const, byTransfer: true, amount: 5000 };
    const ada = (taken: Consumer['taken']) => billed('ada', 'G0001', 10_000, { taken });
    const ref = { reference: creditorReference('G0001'), amount: 5000 };
    const both = [entry('1', ref), entry('2', ref)];
    const kinds = (consumer: Consumer) => matchEntries(both, [consumer]).map(({ kind }) => kind);
    expect(kinds(ada([note]))).toEqual(['byHand', 'exact']);
    expect(matchEntries(both, [ada([note])])[0]).toMatchObject({ consumerId: 'consumer_ada', open: 5000 });
    expect(kinds(ada([{ ...note, byTransfer: false }]))[0]).toBe('exact');
    const gone = { ...note, id: 'payment_2', amount: -5000, cancels: 'payment_1' };
    expect(kinds(ada([note, gone]))[0]).toBe('other');
  });

  it('one that is noted from another file of the bank is not proposed once more: half of an invoice was what is open', () => {
    const half = { amount: 5000, reference: creditorReference('G0001') };
    const note = (named: string): Payment => {
      const _id = bankPaymentId('consumer_ada', { entry: entryOf(named), cents: 5000, step: 0 });
      return newDocument('payment', {
        ...{ _id, consumerId: 'consumer_ada', kind: 'transfer', amount: 5000, currency: 'chf', time: 1 },
        ...{ device: { id: 'd', name: 'D' }, author: { id: 'a', name: 'A' }, day: '2027-05-03' },
      });
    };
    const kinds = (noted: string, entries: BankEntry[]) => {
      const notes = [note(noted)];
      const ada = billed('ada', 'G0001', 10_000, { taken: notes.map(toldOf) });
      return matchEntries(entries, [ada], new Map(), notes).map(({ kind }) => kind);
    };
    expect(kinds('B-1', [entry('CSV', half)])).toEqual(['sameDay']);
    expect(kinds('B-1', [entry('CSV', { ...half, day: '2027-05-04' })])).toEqual(['exact']);
    // One file has both: they are two.
    expect(kinds('B-1', [entry('B-1', half), entry('B-2', half)])).toEqual(['booked', 'exact']);
  });

  it('a payment without a number is of whom somebody says, and noted once', () => {
    const ada = billed('ada', 'G0001', 10_810);
    const paid = entry('9', { text: 'Ada', amount: 5000 });
    const [match] = matchEntries([paid], [ada], new Map([['9', ada]]));
    expect(match).toMatchObject({ kind: 'said', consumerId: 'consumer_ada', number: 'G0001', open: 10_810 });
    const noted = { ...ada, transfers: [{ id: '9', day: '', amount: 5000 }] };
    expect(matchEntries([paid], [noted])[0]).toMatchObject({ kind: 'booked', consumerId: 'consumer_ada' });
    const francs = entry('9', { currency: 'EUR', amount: 5000 });
    expect(matchEntries([francs], [ada], new Map([['9', ada]]))[0]).toMatchObject({ kind: 'currency' });
  });
});
