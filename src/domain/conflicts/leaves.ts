import { typeOfId } from '../ids.ts';

/*
 * What a database holds, told so shortly that two of them can be compared over a venue's network (decision 14): its
 * documents fall into groups by type and a hash of their ids, and each group has one fingerprint of all leaves in it.
 * Groups that read alike hold alike, so only the others are looked at document by document.
 */

/** Groups per type: with 10,000 guests about 80 documents share one. */
const GROUPS = 128;

/** The group of a document: its type, or `other`, and a number. */
export const leafGroup = (id: string): string => `${typeOfId(id) ?? 'other'}_${hash(id, 1) % GROUPS}`;

/** The type in a group's name. */
export const typeOfGroup = (group: string): string => group.slice(0, group.lastIndexOf('_'));

/** Fingerprints by group. Documents come and go in any order; equal content gives equal fingerprints. */
export class LeafGroups {
  private readonly parts = new Map<string, { low: number; high: number; documents: number }>();

  add(id: string, revs: readonly string[]): void {
    this.turn(id, revs, 1);
  }

  remove(id: string, revs: readonly string[]): void {
    this.turn(id, revs, -1);
  }

  fingerprints(): Record<string, string> {
    const named = [...this.parts].map(([group, { low, high }]) => [
      group,
      low.toString(36) + '.' + high.toString(36),
    ]);
    return Object.fromEntries(named) as Record<string, string>;
  }

  private turn(id: string, revs: readonly string[], step: 1 | -1): void {
    const group = leafGroup(id);
    const part = this.parts.get(group) ?? { low: 0, high: 0, documents: 0 };
    const text = [id, ...[...revs].sort()].join(' ');
    // Its own inverse, whatever the order: adding twice takes away.
    part.low = (part.low ^ hash(text, 2)) >>> 0;
    part.high = (part.high ^ hash(text, 3)) >>> 0;
    part.documents += step;
    if (part.documents === 0) this.parts.delete(group);
    else this.parts.set(group, part);
  }
}

/** 32 bits, evenly spread (FNV-1a with a final mix); not for secrets. */
function hash(text: string, seed: number): number {
  let value = 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1);
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
