import { canonical } from '../canonical.ts';
import { editedAt } from '../documents/editedAt.ts';
import { isErased } from '../documents/erasure.ts';
import { readRegisterTimes, timeIn, type RegisterTimes } from '../documents/registerTimes.ts';
import { isObject } from './rebase.ts';

/*
 * Registrations, guests, the event's own fields and a session's details merge register by register: who corrects an address on one device
 * and who cancels on another both keep what they did (decision 49).
 */

type Doc = Record<string, unknown>;

/** Objects of which each field is a register. */
export const OPENED = ['person', 'registration'];

/** Fields that mean something only together, by the register that they are. Every other field is one of its own. */
const TOGETHER = new Map<string, Readonly<Record<string, readonly string[]>>>([
  ['event', {}],
  // Of a session its details alone (sessionDetails.ts).
  ['session', { status: ['status', 'archivedAt'], date: ['date', 'timeStart', 'timeEnd'] }],
  [
    'consumer',
    {
      name: ['person.title', 'person.forename', 'person.surname'],
      status: ['status', 'statusBefore', 'hold', 'standsIn', 'settlement', 'transfers', 'taken'],
      // What was given back by card lowers the price.
      price: [
        'cards',
        ...[
          'amount',
          'amountVat',
          'cardRefunds',
          'currency',
          'extras',
          'payment',
          'rate',
          'rateName',
          'vat',
        ].map((field) => `registration.${field}`),
      ],
      invoice: ['invoiceIndex', 'invoices'],
    },
  ],
  // The boxes are one: somebody drew them as they are.
  ['invitationtemplate', { key: ['language', 'paymentType'] }],
  ['invoicetemplate', { key: ['language', 'paymentType'] }],
  [
    'client',
    {
      name: ['title', 'forename', 'surname'],
      number: ['number', 'formerNumbers'],
    },
  ],
]);

const REGISTER_OF = new Map(
  [...TOGETHER].map(([type, groups]) => [
    type,
    new Map(
      Object.entries(groups).flatMap(([register, paths]) => paths.map((path) => [path, register] as const)),
    ),
  ]),
);

/** No content of a register. */
const FRAME = new Set([
  '_id',
  '_rev',
  '_attachments',
  '_conflicts',
  '_revisions',
  'type',
  'schemaVersion',
  'metadata',
]);

/** Whether documents of this type merge register by register. */
export const hasRegisters = ({ type }: Doc): boolean => typeof type === 'string' && TOGETHER.has(type);

/** `next` with the time of this edit at each register that it changed of `base`; as it is where it is no edit. */
export function withRegisterTimes<D extends object>(base: object, next: D): D {
  const [before, after] = [base as Doc, next as Doc];
  const upTo = editedAt(after);
  if (!hasRegisters(after) || isErased(after) || upTo === editedAt(before)) return next;
  const { rest, own } = timesOf(before);
  const [was, is] = [withFiles(before), withFiles(after)];
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
    (register) => meaning(was.get(register)) !== meaning(is.get(register)),
  );
  const times = { ...own, ...Object.fromEntries(changed.map((register) => [register, upTo])) };
  return { ...next, metadata: { ...metadataOf(after), registers: { upTo, rest, times } } };
}

/**
 * Whether `doc` may have changed the field at a path, as `person.email` is one, apart from the other versions, which lack its last
 * `edits` writes: never one too few. Without registers it may have changed all.
 */
export function isEditedApart(
  doc: object,
  others: readonly object[],
  edits: number,
): (path: string) => boolean {
  const given = doc as Doc;
  if (!hasRegisters(given)) return () => true;
  const times = timesOf(given);
  const last = [...new Set([times.rest, ...Object.values(times.own)])].sort((a, b) => b - a).slice(0, edits);
  const since = last.at(-1) ?? Infinity;
  // What all of them began with, before anybody knew of registers.
  const rests = others.map((other) => timesOf(other as Doc).rest);
  return (path) => {
    const [field = ''] = path.split('.');
    const time = timeIn(times, registerOf(String(given['type']), OPENED.includes(field) ? path : field));
    return time >= since && !(rests.length > 0 && rests.every((rest) => rest === time));
  };
}

/**
 * Merges versions of one document, in any order: of each register the one that was edited last, then the one that says more. All else is
 * of the version that was edited last. Should two programs merge by different rules, the merge of registers is the later one, so that they
 * come to an end.
 */
export function mergeRegisters(versions: readonly Doc[]): Doc {
  const latest = versions.reduce((a, b) => (isLater(b, a) ? b : a));
  const all = versions.map((doc) => ({ registers: registersOf(doc), times: timesOf(doc) }));
  // By name those that say something of it: a hundred versions may have a hundred thousand names.
  const telling = new Map<string, (typeof all)[number][]>();
  for (const one of all)
    for (const register of new Set([...one.registers.keys(), ...Object.keys(one.times.own)])) {
      const known = telling.get(register);
      if (known === undefined) telling.set(register, [one]);
      else known.push(one);
    }
  const rest = Math.max(...all.map(({ times }) => times.rest));
  const atRest = all.filter(({ times }) => times.rest === rest).length;
  const times = new Map<string, number>();
  const merged = new Map<string, Doc>();
  for (const [register, told] of telling) {
    const time = Math.max(rest, ...told.map((one) => timeIn(one.times, register)));
    if (time > rest) times.set(register, time);
    const newest = told
      .filter((one) => timeIn(one.times, register) === time)
      .map((one) => one.registers.get(register) ?? {});
    // That it is not there is what the others say, all alike.
    const saysNothing = atRest > told.filter((one) => one.times.rest === rest).length;
    if (time === rest && saysNothing) newest.push({});
    merged.set(
      register,
      newest.reduce((a, b) => (saysMore(b, a) ? b : a)),
    );
  }
  const known = registersOf(latest);
  const isMixed = [...merged].some(
    ([register, fields]) => canonical(fields) !== canonical(known.get(register) ?? {}),
  );
  const own = Object.fromEntries(times);
  if (!isMixed && canonical(timesOf(latest)) === canonical({ rest, own })) return latest;
  const { told: _told, ...metadata } = metadataOf(latest);
  const upTo = Math.max(...versions.map((doc) => Number(metadataOf(doc)['updatedAt'] ?? 0))) + 1;
  return {
    ...assembled(latest, merged),
    metadata: { ...metadata, updatedAt: upTo, registers: { upTo, rest, times: own } },
  };
}

/** The newest edit, then the text: how documents merge that have no registers. */
export function isLater(a: Doc, b: Doc): boolean {
  const difference = editedAt(a) - editedAt(b);
  return difference !== 0 ? difference > 0 : canonical(a) > canonical(b);
}

const timesOf = (doc: Doc): RegisterTimes => readRegisterTimes(metadataOf(doc)['registers'], editedAt(doc));

/** The register that a field is of; `path` as `person.email` is one. */
export const registerOf = (type: string, path: string): string => REGISTER_OF.get(type)?.get(path) ?? path;

/** What each register says: its fields by their paths. */
function registersOf(doc: Doc): Map<string, Doc> {
  const type = String(doc['type']);
  const registers = new Map<string, Doc>();
  const note = (path: string, value: unknown): void => {
    const register = registerOf(type, path);
    if (value !== undefined) registers.set(register, { ...registers.get(register), [path]: value });
  };
  for (const [field, value] of Object.entries(doc)) {
    if (FRAME.has(field)) continue;
    if (!OPENED.includes(field)) note(field, value);
    else if (isObject(value))
      for (const [inner, one] of Object.entries(value)) note(`${field}.${inner}`, one);
  }
  return registers;
}

/** What is attached is a register of its own, which says what it holds; what is new has no digest yet. */
const fileRegister = (name: string): string => `_attachments.${name}`;

function withFiles(doc: Doc): Map<string, Doc> {
  const registers = registersOf(doc);
  const files = Object.entries((doc['_attachments'] ?? {}) as Record<string, { digest?: string }>);
  for (const [name, { digest = 'new' }] of files) registers.set(fileRegister(name), { digest });
  return registers;
}

/** When somebody last put a file there, or took it away, and whether that is known of this file alone; null where nothing says so. */
export function fileTimeOf(doc: object, name: string): { time: number; isOwn: boolean } | null {
  if (!hasRegisters(doc as Doc)) return null;
  const times = timesOf(doc as Doc);
  const register = fileRegister(name);
  return { time: timeIn(times, register), isOwn: Object.hasOwn(times.own, register) };
}

function assembled(latest: Doc, registers: ReadonlyMap<string, Doc>): Doc {
  const frame = Object.entries(latest).filter(([field]) => FRAME.has(field));
  const paths = [...registers.values()].flatMap((fields) => Object.entries(fields));
  const isInside = (opened: string, path: string): boolean => path.startsWith(`${opened}.`);
  const opened = OPENED.flatMap((field) => {
    const inner = paths.flatMap(([path, value]) =>
      isInside(field, path) ? [[path.slice(field.length + 1), value] as const] : [],
    );
    return inner.length === 0 ? [] : [[field, Object.fromEntries(inner)] as const];
  });
  const plain = paths.filter(([path]) => !OPENED.some((field) => isInside(field, path)));
  return Object.fromEntries([...frame, ...plain, ...opened]);
}

const saysMore = (a: Doc, b: Doc): boolean => {
  const difference = meaning(a).length - meaning(b).length;
  return difference !== 0 ? difference > 0 : canonical(a) > canonical(b);
};

/** As text, without what says nothing: absent, null and empty are the same. */
const meaning = (value: unknown): string => canonical(said(value) ?? {});

function said(value: unknown): unknown {
  if (value === null || value === '') return undefined;
  if (!isObject(value)) return value;
  const fields = Object.entries(value).flatMap(([field, one]) => {
    const inner = said(one);
    return inner === undefined ? [] : [[field, inner] as const];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

const metadataOf = ({ metadata }: Doc): Doc => (isObject(metadata) ? metadata : {});
