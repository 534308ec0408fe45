import { Parser } from 'htmlparser2';
import { cut } from '../../text/cut.ts';
import { apart, centsOf, type BankEntry } from './entries.ts';

/** An element of the file, by its name without a namespace. */
interface Node {
  name: string;
  text: string;
  currency: string;
  children: Node[];
}

const fresh = (name: string, currency = ''): Node => ({ name, text: '', currency, children: [] });
const DEEPEST = 60;

/** Payments that came in, and those of them that were taken back, of a statement as banks give it (ISO 20022, camt.053; camt.052 and camt.054 too). Null for a file that is none. */
export function readCamt(xml: string): BankEntry[] | null {
  const root = fresh('');
  const open = [root];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const node = fresh(name.replace(/^.*:/, ''), attributes['Ccy'] ?? '');
        if (open.length < DEEPEST) open.at(-1)?.children.push(node);
        open.push(node);
      },
      ontext(text) {
        const node = open.at(-1);
        if (node !== undefined) node.text += text;
      },
      onclosetag: () => void (open.length > 1 && open.pop()),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  const statements = ['Stmt', 'Rpt', 'Ntfctn'].flatMap((name) => every(root, name));
  if (statements.length === 0) return null;
  return apart(statements.flatMap((statement) => every(statement, 'Ntry').flatMap(entriesOf)));
}

function* walk(node: Node): Generator<Node> {
  for (const child of node.children) {
    yield child;
    yield* walk(child);
  }
}
const every = (node: Node, name: string): Node[] => [...walk(node)].filter((one) => one.name === name);
const at = (node: Node | undefined, ...path: string[]): Node | undefined =>
  path.reduce<Node | undefined>((from, name) => from?.children.find((one) => one.name === name), node);
const textAt = (node: Node | undefined, ...path: string[]): string => at(node, ...path)?.text.trim() ?? '';

const sumIn = (part: Node): Node | undefined => at(part, 'Amt') ?? at(part, 'AmtDtls', 'TxAmt', 'Amt');

/** The bank's name for it. `NtryRef` is none: Swiss banks put the account there, others count in each statement. */
const nameIn = (node: Node | undefined): string => given(textAt(node, 'AcctSvcrRef'));
const given = (name: string): string => (/^(NONREF|NOTPROVIDED)$/i.test(name) ? '' : name);

/** Not booked yet, or only for information: it may never come, or comes again under another name. */
const isAnnounced = (entry: Node): boolean =>
  /^(PDNG|INFO|FUTR)$/.test(textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts'));

/**
 * Cents of '108.10', however many digits follow: a file of this kind has one decimal sign and nothing between thousands. Of a currency that
 * has more than cents they are rounded: no invoice is in one.
 */
function centsIn(node: Node | undefined): number | null {
  const text = (node?.text ?? '').trim();
  const [, cents, more] = /^(\d*\.\d\d)(\d+)$/.exec(text) ?? [];
  const found = centsOf(cents ?? text);
  return found === null ? null : found + Number((more ?? '') >= '5');
}

const dayIn = (node: Node | undefined): string => (textAt(node, 'Dt') || textAt(node, 'DtTm')).slice(0, 10);

/** What was written along, what the bank says of it, and of both what may tell the invoice. */
function wordsIn(part: Node, entry: Node): Record<'written' | 'told' | 'text', string> {
  const all = (name: string, ...path: string[]): string[] =>
    every(part, name).map((one) => (path.length === 0 ? one.text.trim() : textAt(one, ...path)));
  const written = all('Ustrd').join(' ');
  const told = textAt(part, 'AddtlTxInf') || textAt(entry, 'AddtlNtryInf');
  // Where programs put an invoice's number: beside the reference, as the paper's own, and as a name of the payment.
  const along = joined(written, ...all('AddtlRmtInf'), ...all('RfrdDocInf', 'Nb'));
  return { written, told, text: along || joined(told, given(textAt(part, 'Refs', 'EndToEndId'))) };
}
const joined = (...texts: string[]): string => texts.filter((one) => one !== '').join(' ');

/** An entry is one payment, or a batch of them. What went out is none, nor is what came back of that. */
function entriesOf(entry: Node): BankEntry[] {
  const side = textAt(entry, 'CdtDbtInd');
  const isBack = /^(true|1)$/.test(textAt(entry, 'RvslInd'));
  if (side !== (isBack ? 'DBIT' : 'CRDT') || isAnnounced(entry)) return [];
  const day = dayIn(at(entry, 'BookgDt')) || dayIn(at(entry, 'ValDt'));
  const own = nameIn(entry);
  const details = every(entry, 'TxDtls');
  // A batch that does not say what each payment is of is told as one: each would be the whole of it.
  const isTold = details.length === 1 || (details.length > 1 && details.every((part) => sumIn(part)));
  const parts: Node[] = isTold ? details : [entry];
  return parts.flatMap((part, index) => {
    const sum = sumIn(part) ?? at(entry, 'Amt');
    const amount = centsIn(sum);
    if (amount === null || amount <= 0 || (textAt(part, 'CdtDbtInd') || side) !== side) return [];
    // The references and names in it are each of a part whose sum nobody says: none is the whole's.
    const said = details.length > 1 && !isTold ? fresh('') : part;
    const reference = every(said, 'CdtrRefInf')
      .map((one) => textAt(one, 'Ref'))
      .find((one) => one !== '');
    const { written, told, text } = wordsIn(said, entry);
    const debtor = every(said, 'Dbtr')[0];
    const payer = textAt(debtor, 'Nm') || textAt(debtor, 'Pty', 'Nm');
    const name = nameIn(at(part, 'Refs')) || (own === '' ? '' : `${own}/${index}`);
    const clean = (reference ?? '').replaceAll(/\s/g, '');
    // As it was made before the bank's own words were read: what was noted then has it.
    const id =
      name || cut([day, amount, clean, payer, written || (clean === '' ? told : ''), index].join('|'), 200);
    return [
      {
        // The bank may call what it takes back as it called what came in.
        ...(isBack ? { id: `back ${id}`, isBack } : { id }),
        ...{ day, amount, currency: sum?.currency ?? '', payer, reference: clean, text },
      },
    ];
  });
}
