import { z } from 'zod';
import { DEFAULT_AUTO_SAVE_DELAY_SECONDS, SESSION_STATUSES } from '../config.ts';
import { couchFields, key, metadata, registerTimes, requiredText, text, time, wire } from './common.ts';
import { defineDocument } from './definition.ts';

/** Where a client sits: a table, with or without a seat (specification 2 §3). */
export const placement = wire({
  tableId: z.union([key, z.number()]).nullish(),
  seatIndex: z.number().int().min(0).max(1000).nullish(),
  onTable: z.boolean().nullish(),
  tableList: z.array(z.union([z.string(), z.number(), wire({})])).nullish(),
});
export type Placement = z.infer<typeof placement>;

export const productKinds = ['adult', 'child'] as const;
export const product = wire({
  kind: z.enum(productKinds).nullish(),
  optionId: key.nullish(),
});

/** One registration of a client for a session. */
export const sessionEntry = wire({
  clientId: z.string().min(1).max(300),
  /** Projection of the check-in documents (ARCHITECTURE.md, "A check-in, from finger to history"); present means checked in. */
  checkInTime: time.nullable().default(null),
  placement: placement.nullish(),
  product: product.nullish(),
  /** Hybrid clock; the newest wins a merge. Folding a check-in leaves it alone. */
  updatedTime: time.default(0),
  /** When each part of it last changed; `updatedTime` is the newest of them. Without it, all at `updatedTime`. */
  at: wire({ in: time, placement: time, product: time }).optional(),
});
export type SessionEntry = z.infer<typeof sessionEntry>;

const tableTypes = ['circle', 'rectangle', 'semicircle', 'single', 'image'] as const;
/** One seat that was moved or scaled by hand, relative to where its table would put it. */
const seatProp = wire({
  /** In plan units, added to the seat's own place, before the table's rotation and scale. */
  position: wire({ x: z.number(), y: z.number() }).nullish(),
  scale: z.number().min(0.02).nullish(),
  /** Where it is not its table's. */
  category: z.string().max(300).nullish(),
});
const note = text('text').nullish();
export const planTable = wire({
  type: z.enum(tableTypes),
  number: z.union([z.string().max(50), z.number()]).nullish(),
  name: z.string().max(300).nullish(),
  group: z.string().max(300).nullish(),
  /** The table's middle, in plan units. */
  position: wire({ x: z.number(), y: z.number() }),
  /** Degrees, clockwise. */
  rotation: z.number().default(0),
  scale: z.number().min(0.02).default(1),
  seats: z.number().int().min(0).max(100),
  /** By seat index; a hole or null leaves the seat where it is. */
  seatProps: z.array(seatProp.nullable()).max(100).nullish(),
  /** `#rrggbb`. */
  color: z.string().max(30).nullish(),
  /** Of its seats, as the ticket shop sells them: a name of `plan.categories`. */
  category: z.string().max(300).nullish(),
  /** The editor neither moves nor deletes it until it is unlocked. */
  locked: z.boolean().nullish(),
  note1: note,
  note2: note,
  note3: note,
  /** A picture among the session's attachments; width and height in plan units. */
  image: wire({
    fileIndex: z.number().int().min(0),
    width: z.number().positive(),
    height: z.number().positive(),
  }).nullish(),
});
export type PlanTable = z.infer<typeof planTable>;
export const plan = wire({
  ratio: z.number().positive().default(1.6),
  /** The ticket shop's, in its order; `color` as it writes it. */
  categories: z
    .array(wire({ name: z.string().max(300), color: z.string().max(100).nullish() }))
    .max(1000)
    .nullish(),
  state: wire({
    nextTableIndex: z.number().int().min(0),
    tables: z.record(z.string(), planTable),
  }),
});
export type Plan = z.infer<typeof plan>;

/** As many as a session can be limited to; more are not held by one. */
export const MOST_PLACES = 1_000_000;

export const session = wire({
  ...couchFields,
  type: z.literal('session'),
  title: requiredText('freename'),
  titleFrench: text('freename').nullish(),
  /** The day, as noon of it where the organiser chose no time (ms). */
  date: time,
  timeStart: z.union([time, z.string().max(20)]).nullish(),
  timeEnd: z.union([time, z.string().max(20)]).nullish(),
  status: z.enum(SESSION_STATUSES).default('upcoming'),
  /** When the status became `archived`; what was done before it is taken however late it comes (domain/sessions/archive.ts). */
  archivedAt: time.nullish(),
  autoSave: z.boolean().default(false),
  /** Seconds. */
  autoSaveDelay: z.number().int().min(1).max(86_400).default(DEFAULT_AUTO_SAVE_DELAY_SECONDS),
  clients: z.array(sessionEntry).max(20_000).default([]),
  /** Tombstones: client id → time of removal, so that a merge cannot bring an entry back. */
  removedClients: z.record(z.string(), time).default({}),
  /** Of removed clients: a seat or product that was not set before the removal, by client id (`domain/entries`). */
  lateRegisters: z
    .record(
      z.string(),
      wire({
        placement: wire({ time, value: placement.nullable() }).optional(),
        product: wire({ time, value: product.nullable() }).optional(),
      }),
    )
    .optional(),
  /** Ids of files. A merge keeps all that any version names. */
  files: z.array(key).default([]),
  plan: plan.nullish(),
  /** Places over all ways in (readings, no. 37); absent means without a limit. */
  capacity: z.number().int().min(0).max(MOST_PLACES).nullish(),
  /** When which of title, date and times, status and settings last changed. Not in the metadata: so programs of before keep it beside them. */
  detailTimes: registerTimes.nullish(),
  metadata: metadata
    .extend({
      /** When any of them last changed, apart from the entries. */
      detailsAt: time.optional(),
      /** When the plan last changed. */
      planAt: time.optional(),
      /** When each table last changed or went, of those that did since there is a plan: plans merge table by table. */
      tableTimes: z.record(z.string(), time).optional(),
      /** The same of all else in the plan. */
      planRestAt: time.optional(),
    })
    .default({}),
});
export type Session = z.infer<typeof session>;
export const sessionDocument = defineDocument({
  schema: session,
  version: 1,
  migrations: [],
  spellings: { title_fr: 'titleFrench', time_start: 'timeStart', time_end: 'timeEnd' },
});

/** Noon of the day of `now`, in the device's time zone: a session's date unless chosen otherwise. */
export function noonOf(now: number): number {
  const date = new Date(now);
  date.setHours(12, 0, 0, 0);
  return date.getTime();
}
