export interface NamedDevice {
  id: string;
  name: string;
}

/** Three signs are said in a breath, and tell a few phones of one make apart; more only where they do not. */
const SHORTEST = 3;

/** What a device is called beside its name: the end of its id, in capitals. */
export function deviceCode(id: string, length = SHORTEST): string {
  return id
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(-length)
    .toUpperCase();
}

/**
 * The names of devices by their ids. Two phones of one make have one name: only those get their codes behind it, and
 * always the same ones, whoever looks.
 */
export function deviceNames(devices: Iterable<NamedDevice>): ReadonlyMap<string, string> {
  const groups = new Map<string, Set<string>>();
  for (const { id, name } of devices) groups.set(name, (groups.get(name) ?? new Set()).add(id));
  const names = new Map<string, string>();
  for (const [name, ids] of groups) {
    const length = telling(ids);
    for (const id of ids) names.set(id, ids.size === 1 ? name : `${name} · ${deviceCode(id, length)}`);
  }
  return names;
}

/** The shortest code that is another one for each. */
function telling(ids: ReadonlySet<string>): number {
  const longest = Math.max(SHORTEST, ...[...ids].map((id) => id.length));
  let length = SHORTEST;
  while (length < longest && new Set([...ids].map((id) => deviceCode(id, length))).size < ids.size) length++;
  return length;
}
