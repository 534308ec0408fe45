import { typeOfId } from '#domain/ids.ts';
import type { ChangeRow } from '../../storage/types.ts';

/** So many changes a second are a crowd: hundreds who register, or an import; people at desks and doors write fewer. */
const MANY = 50;
/**
 * What a crowd writes is told together, ms. To hear of a write costs a device as much as ten documents of one, so at a
 * write each hundredth of a second it did little else; and a quarter of a second is not noticed on a list that grows
 * by itself.
 */
const GATHER_MS = 250;

/**
 * Whether those who wait for changes are told at once, or of what came in a while together (decision 11). Check-ins
 * are always told at once, and with them what came before.
 */
export class Gathering {
  /** Changes of late, as if those of a second ago counted for a third. */
  private lately = 0;
  private at = 0;
  private timer: NodeJS.Timeout | undefined;
  private readonly onDue: () => void;

  /** `onDue`: what was held is to be told now. */
  constructor(onDue: () => void) {
    this.onDue = onDue;
  }

  note(row: Pick<ChangeRow, 'id'>): void {
    if (isUrgent(row)) return;
    // No more than it takes, or the first change after an import of thousands would wait for seconds.
    this.lately = Math.min(this.now() + 1, 2 * MANY);
  }

  /** Whether these can wait for those after them. */
  mayWait(rows: readonly Pick<ChangeRow, 'id'>[]): boolean {
    return this.now() >= MANY && !rows.some(isUrgent);
  }

  /** Something is held: it is due a while after the first that is. */
  hold(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.onDue();
    }, GATHER_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private now(): number {
    const at = performance.now();
    this.lately *= Math.exp((this.at - at) / 1000);
    this.at = at;
    return this.lately;
  }
}

const isUrgent = ({ id }: Pick<ChangeRow, 'id'>): boolean => typeOfId(id) === 'checkin';
