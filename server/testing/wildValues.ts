import type { Random } from '../sample/random.ts';

/** What there really is, so that most requests get beyond the first look. */
export interface Known {
  databases: readonly string[];
  eventIds: readonly string[];
  userIds: readonly string[];
  /** Whole documents with their revisions, one of each type. */
  documents: readonly Record<string, unknown>[];
}

/** What of JSON Schema the bodies of the API use. */
export interface Shape {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  prefixItems?: Shape[];
}

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Names that mean something to JavaScript, to databases, to file systems or to nobody. */
const NAMES = [
  ...words('__proto__ constructor prototype toString hasOwnProperty valueOf length __defineGetter__ then'),
  ...words(
    '_design/main _design/ _local/x _local/ _security _all_docs _users _ _id _rev .. ../.. / \\ % %00 [] {} "',
  ),
  ...words(
    'client_ client_never session_x event events checkin_ checkin_session_s_ file_x form_x null NaN -1 0 1e999',
  ),
  ...['', ' ', '\u0000', '\ufff0', '\ud800', '\u202e', '🎉', 'x'.repeat(301), 'x'.repeat(3000)],
];
const REVISIONS = [
  ...words('0-0 -1-x 1 x-1 999999999-a 1- 1-__proto__ {}'),
  ...words('9007199254740993-a 123456789012345-a 1-x,2-y 1-é'),
  ...['', `1-${'a'.repeat(100)}`],
];
/** That could be, and are not. */
const UNKNOWN = words('1-x 7-00000000000000000000000000000000 2-constructor 123456789012345-a 3-b');
const DATABASES = words(
  'foyer-auth foyer-worker _users _replicator event- EVENT-X event-never event-__proto__',
);
const TEXTS =
  words(`true false all now normal longpoll continuous checkins light full all_docs main_only main/light _selector
  _doc_ids _design _view [] {} "a" [1] [null] ["__proto__"] ["client_a","client_a"] "__proto__" {"__proto__":1} 0 1 -1 1e9
  99999999999 manager host king`);
const OPERATORS =
  words(`$eq $ne $gt $lte $in $nin $and $or $nor $not $all $size $mod $type $exists $elemMatch $allMatch $regex
  $where $ $__proto__ $keyMapMatch $beginsWith`);
const FIELDS =
  words(`_id _rev _deleted _attachments _revisions type id dbName title date username role password current updated
  phone userId authorizations eventId consumerId docs keys rev new_edits selector doc_ids groups clients action time request
  newPassword __proto__ constructor toJSON then`);
/** That some field of the API takes. */
const RIGHT_TEXTS =
  words(`Wildling Foyer2027wild abcdefghijklmnop +41791234567 victim000000000.abcdefghijklmnop Gala
  consumer_x 0123456789abcdef`);
const FLAGS = words(
  'latest revs revs_info conflicts attachments include_docs update_seq descending inclusive_end all',
);

/** Values that are nearly right, and values that are nothing of the kind. */
export class WildValues {
  private readonly random: Random;
  private readonly known: Known;
  private readonly ids: readonly string[];
  private readonly revs: readonly string[];

  constructor(random: Random, known: Known) {
    this.random = random;
    this.known = known;
    this.ids = [...known.documents.map(({ _id }) => String(_id)), ...known.userIds, ...known.eventIds];
    this.revs = [...known.documents.map(({ _rev }) => String(_rev)), ...UNKNOWN];
  }

  id(): string {
    return this.oneOf(0.5, this.ids, NAMES);
  }
  rev(): string {
    return this.oneOf(0.9, this.revs, REVISIONS);
  }
  database(): string {
    return this.oneOf(0.9, this.known.databases, [...DATABASES, ...NAMES]);
  }
  /** Of a parameter. */
  name(): string {
    return this.oneOf(0.7, FLAGS, [
      'heartbeat',
      'view',
      'batch',
      '__proto__',
      'constructor',
      'timeout=0&since',
    ]);
  }

  any(depth = 0): unknown {
    const { int, pick, chance } = this.random;
    const kind = int(0, depth > 3 ? 6 : 9);
    if (kind === 0) return null;
    if (kind === 1) return pick([0, -1, 1, 1.5, 1e300, -1e300, 2 ** 53, 1e13]);
    if (kind === 2) return chance(0.5);
    if (kind <= 4) return this.id();
    if (kind === 5) return this.rev();
    if (kind === 6) return pick(TEXTS);
    return kind <= 8 ? this.list(() => this.any(depth + 1)) : this.fields(depth + 1);
  }
  /** Of a shape, now and then with something else in it. */
  like(shape: Shape): unknown {
    const { pick, chance, int } = this.random;
    if (chance(0.07)) return this.any();
    if (shape.const !== undefined) return shape.const;
    if (shape.enum !== undefined) return pick(shape.enum);
    if (shape.anyOf !== undefined) return this.like(pick(shape.anyOf));
    if (shape.prefixItems !== undefined) return shape.prefixItems.map((one) => this.like(one));
    if (shape.type === 'array') return this.list(() => this.like(shape.items ?? {}));
    if (shape.type === 'number' || shape.type === 'integer') return pick([0, 1, int(0, 2e12), -1, 1e300]);
    if (shape.type === 'boolean') return chance(0.5);
    if (shape.type === 'string') return chance(0.6) ? pick(RIGHT_TEXTS) : this.id();
    if (shape.type === 'null') return null;
    if (shape.properties === undefined) return this.any();
    const must = new Set(shape.required ?? []);
    const fields = Object.entries(shape.properties).filter(([name]) => must.has(name) || chance(0.5));
    const extra = chance(0.07) ? [[pick(NAMES), this.any()] as const] : [];
    return Object.fromEntries([
      ...fields.map(([name, inner]) => [name, this.like(inner)] as const),
      ...extra,
    ]);
  }
  /** Made from entries, so that `__proto__` is a key like any other, and sent. */
  fields(depth = 0): object {
    const key = (): string => this.oneOf(0.8, FIELDS, [...NAMES, ...OPERATORS]);
    return Object.fromEntries(this.list(() => [key(), this.any(depth + 1)] as const));
  }
  /** A real document with something else in one or two places, at any depth. */
  document(): unknown {
    const { pick, chance, int } = this.random;
    if (chance(0.05)) return this.any();
    const doc = structuredClone(pick(this.known.documents));
    for (let change = int(0, 2); change > 0; change--) this.spoil(doc);
    if (chance(0.3)) doc['_rev'] = this.rev();
    if (chance(0.3)) doc['_id'] = this.id();
    if (chance(0.1)) doc['_deleted'] = pick<unknown>([true, true, 'yes', 1]);
    if (chance(0.4)) doc['_revisions'] = this.history(typeof doc['_rev'] === 'string' ? doc['_rev'] : 'none');
    if (chance(0.2)) {
      const file = {
        content_type: pick(['image/png', 'x', 'application/pdf']),
        data: pick(['', '!!', 'AAAA']),
      };
      doc['_attachments'] = { [this.id()]: chance(0.3) ? this.any() : file };
    }
    return doc;
  }
  documents(): object {
    const docs = this.list(() => this.document());
    const { pick, chance } = this.random;
    return chance(0.8)
      ? { docs, new_edits: chance(0.5) }
      : { docs, new_edits: pick<unknown>(['no', null, 0]) };
  }
  wanted(): object {
    const { chance } = this.random;
    const one = () =>
      chance(0.95) ? { id: this.id(), ...(chance(0.8) ? { rev: this.rev() } : {}) } : this.any();
    return { docs: this.list(one) };
  }
  keys(): object {
    return { keys: this.random.chance(0.9) ? this.list(() => this.id()) : this.any() };
  }
  /** Asked about, by document. */
  revisions(): object {
    const one = (): unknown => (this.random.chance(0.95) ? this.list(() => this.rev()) : this.any());
    return Object.fromEntries(this.list(() => [this.id(), one()] as const));
  }
  groups(): object {
    return { groups: this.list(() => this.id()) };
  }
  changes(): object {
    return this.random.chance(0.7) ? { selector: this.selector() } : { doc_ids: this.list(() => this.id()) };
  }
  selector(depth = 0): unknown {
    const { chance, int } = this.random;
    if (depth > 2 || chance(0.2)) return this.any(depth);
    const inner = (): unknown => this.selector(depth + 1);
    return Object.fromEntries([
      [this.oneOf(0.6, OPERATORS, FIELDS), chance(0.5) ? inner() : Array.from({ length: int(0, 3) }, inner)],
    ]);
  }

  /** Percent-encoded, as a part of a path. */
  inPath(text: string): string {
    return encodeURIComponent(text.replaceAll('\ud800', '%ED%A0%80'));
  }
  inQuery(name: string): string {
    const { chance, pick } = this.random;
    const text = chance(0.75) ? this.fitting(name) : chance(0.5) ? JSON.stringify(this.any()) : pick(TEXTS);
    return chance(0.97) ? this.inPath(text) : text.replaceAll(/[^!-~]|#/g, '%');
  }

  private fitting(name: string): string {
    const { chance, pick } = this.random;
    if (FLAGS.includes(name)) return 'true';
    if (name === 'rev') return this.rev();
    if (name === 'open_revs') return chance(0.3) ? 'all' : JSON.stringify(this.list(() => this.rev()));
    if (name === 'keys' || name === 'doc_ids') return JSON.stringify(this.list(() => this.id()));
    if (name === 'selector') return JSON.stringify(this.selector());
    if (name.endsWith('key')) return JSON.stringify(this.id());
    if (name === 'limit' || name === 'skip' || name === 'since')
      return pick(['0', '1', '5', '100000', '99999999999999']);
    return pick(TEXTS);
  }
  private history(rev: string): unknown {
    const [start, hash] = rev.split('-');
    const { chance } = this.random;
    if (chance(0.3)) return this.any();
    return {
      start: chance(0.8) ? Number(start) : this.any(),
      ids: [hash, ...this.list(() => this.any())].slice(0, chance(0.7) ? 1 : 9),
    };
  }
  private spoil(doc: Record<string, unknown>): void {
    const { pick, chance } = this.random;
    for (let place = doc; ;) {
      const key = pick([...Object.keys(place), 'extra']);
      const inner = place[key];
      if (typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0 && chance(0.7)) {
        place = inner as Record<string, unknown>;
        continue;
      }
      const value = this.any();
      const name = chance(0.1) ? pick(NAMES) : key;
      // Of a list it is no name that anybody could send.
      if (Array.isArray(place) && name === 'length') return;
      // Not an assignment: that would set the prototype.
      Object.defineProperty(place, name, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
      return;
    }
  }
  private list<T>(one: () => T): T[] {
    return Array.from({ length: this.random.int(0, 6) }, one);
  }
  private oneOf(share: number, usual: readonly string[], odd: readonly string[]): string {
    return this.random.pick(this.random.chance(share) ? usual : odd);
  }
}
