import { z } from 'zod';
import { ROLES } from '../rights/roles.ts';
import { couchFields, metadata, text, time, wire } from './common.ts';
import { defineDocument } from './definition.ts';

/** Of an account that is no person but a paired phone: it checks in at this event, and until then (ms). */
const doorOf = wire({
  eventId: z.string().max(200),
  until: time,
  /** The hub on which it was paired. */
  hub: z.string().max(200).nullish(),
  /** On that hub: the central server does not know of it yet. */
  untold: z.boolean().nullish(),
});

/** Of an account that is a server in a hall (decision 41), joined until then (ms). */
const hubOf = wire({ until: time });

/** A person who logs in; the password's hash lives elsewhere, where no token reaches. Document id = user id. */
export const user = wire({
  ...couchFields,
  type: z.literal('user'),
  /** Of people letters only, as they are created; of a door what stands above it: 'North door'. */
  username: text('name'),
  role: z.enum(ROLES),
  email: z.union([z.literal(''), text('email')]).nullish(),
  phone: z.union([z.literal(''), text('phone')]).nullish(),
  door: doorOf.nullish(),
  hub: hubOf.nullish(),
  metadata: metadata.default({}),
});
export type User = z.infer<typeof user>;
/** No paired phone, and no hub. */
export const isPerson = ({ door, hub }: Pick<User, 'door' | 'hub'>): boolean => door == null && hub == null;

export const userDocument = defineDocument({ schema: user, version: 1, migrations: [] });

/** What the browser keeps of a login (specification 2 §3): `expires` in ms since 1970. */
export const ownUser = z.object({
  _id: z.string(),
  username: z.string(),
  role: z.enum(ROLES),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  door: doorOf.nullish(),
  /** The login before this one, ms; marks what is new in the history. */
  lastLogin: z.number().nullish(),
});
export type OwnUser = z.infer<typeof ownUser>;

/** As the browser keeps it in its local storage. */
export interface OpenLogin {
  token: string;
  /** ms since 1970 */
  expires: number;
  user: OwnUser;
  /** It opens nothing but setting up one-time codes, until that is done. */
  codesFirst?: true | undefined;
}
