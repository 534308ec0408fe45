import type { Projection } from '../projection.ts';
import { accounts } from './accounts.ts';
import { checkinHistory, entryHistory, paymentHistory } from './actHistory.ts';
import { cancellations } from './cancellations.ts';
import { cards } from './cards.ts';
import { central } from './central.ts';
import { conflicts } from './conflicts.ts';
import { erasures } from './erasures.ts';
import { fold } from './fold.ts';
import { history } from './history.ts';
import { invoices } from './invoices.ts';
import { retention } from './retention.ts';
import { taken } from './taken.ts';

/** What the worker derives from each event's documents, in the order in which a round does it. */
export const PROJECTIONS: readonly Projection[] = [
  history,
  // What loses a conflict is told before it is closed; what comes below sees the merged document.
  conflicts,
  // Their sentences name clients and session.
  checkinHistory,
  entryHistory,
  paymentHistory,
  invoices,
  cards,
  taken,
  cancellations,
  accounts,
  erasures,
  retention,
  fold,
  central,
];

/**
 * What a hub derives (decision 41): its own history and list, merges, which are the same wherever they
 * are made, and what doors must know. The rest is the central server's: whatever two servers wrote of their own would meet as
 * a conflict, or be sent, charged or numbered twice.
 */
export const HUB_PROJECTIONS: readonly Projection[] = [
  ...[history, conflicts, checkinHistory, entryHistory, paymentHistory],
  ...[cancellations, erasures, central],
];
