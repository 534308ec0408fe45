import { readFileSync } from 'node:fs';

/** Where nobody says how many files may be open. */
const USUAL = 1024;
/** Descriptors of a small database; a large one has more files. */
const PER_DATABASE = 6;
/** The program itself, its logs, files that it serves. */
const OWN = 60;
/** For databases beyond those that may rest, and for large ones. */
const SPARE = 100;
/** More open databases than this gain nothing. */
const MOST_DATABASES = 48;
const LEAST_DATABASES = 6;
const MOST_CONNECTIONS = 10_000;

/** How many files this process may have open (`ulimit -n`; Node raises the soft limit to the hard one). */
function openFilesLimit(): number {
  try {
    const line = /^Max open files +(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return line === 'unlimited' ? Infinity : Number(line ?? USUAL);
  } catch {
    return USUAL;
  }
}

/** Databases that may stay open while nobody uses them: at most a third of what may be open. */
export function roomForDatabases(limit = openFilesLimit()): number {
  const fitting = Math.floor(limit / 3 / PER_DATABASE);
  return Math.max(LEAST_DATABASES, Math.min(MOST_DATABASES, fitting));
}

/** Connections that fit beside the databases, those in use included: both never starve each other. */
export function roomForConnections(limit = openFilesLimit()): number {
  const databases = roomForDatabases(limit) * PER_DATABASE + SPARE;
  return Math.max(OWN, Math.min(MOST_CONNECTIONS, limit - databases - OWN));
}
