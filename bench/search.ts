import Fuse from 'fuse.js';
import { CLIENT_WEIGHTS, searchableClient } from '#domain/search/search.ts';
import { SearchIndex, searchParts } from '#domain/search/searchIndex.ts';
import { MAX_RESULTS } from '#data/search/engine.ts';
import type { Client } from '#domain/documents/client.ts';
import { makeEvent } from '../server/sample/generate.ts';
import { createRandom, type Random } from '../server/sample/random.ts';
import { figure, percentile, type Figure } from './support/report.ts';

const CLIENTS = 50_000;
const SAMPLED = 200;
/** Key presses that both are timed with. Together with the finds, Fuse.js takes about ten minutes. */
const PRESSES = 200;
/** "Found" means among so many. */
const FIRST = 10;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Answers a query with ids of clients, best first. */
type Search = (query: string) => string[];

/**
 * 50,000 clients: time per key press, and how many of 200 people are among the first ten results, against plain
 * Fuse.js with the same weights in the same run. Both are asked in this process, without the worker's messages.
 */
export default async function search(emit: (figure: Figure) => void): Promise<void> {
  const { clients } = makeEvent({ clients: CLIENTS, sessions: 0, entriesPerSession: 0, seed: 20_260_101 });
  const random = createRandom(7);
  const sampled = random.shuffled(clients).slice(0, SAMPLED);
  const ours = makeOurs(clients);
  const fuse = makeFuse(clients);
  const classes = queriesOf(random, sampled, clients);

  const typed = Object.values(classes).flatMap((queries) => queries.flatMap(({ query }) => pressesOf(query)));
  const presses = random.shuffled(typed).slice(0, PRESSES);
  for (const query of presses) ours(query);
  const ourTimes = presses.map((query) => timed(ours, query));
  const fuseTimes = presses.map((query) => timed(fuse, query));
  for (const p of [50, 95]) {
    const parts = figure({
      bench: 'search',
      measure: `p${p} per key press`,
      ours: percentile(ourTimes, p),
      baseline: percentile(fuseTimes, p),
      unit: 'ms',
      baselineName: 'plain Fuse.js',
      target: p === 50 ? '50× faster' : '50× faster, at most 8 ms',
    });
    emit({ ...parts, reached: (parts.ratio ?? 0) >= 50 && (p === 50 || parts.ours <= 8) });
  }
  for (const [name, queries] of Object.entries(classes)) {
    const found = (search: Search): number =>
      queries.filter(({ query, id }) => search(query).slice(0, FIRST).includes(id)).length;
    const [us, them] = [found(ours), found(fuse)];
    const parts = figure({
      bench: 'search',
      measure: `${name}: of ${queries.length} in the first ${FIRST}`,
      ours: us,
      baseline: them,
      unit: 'found',
      baselineName: 'plain Fuse.js',
      target: 'at least as many',
      reached: us >= them,
    });
    emit({ ...parts, ratio: null });
  }
}

function makeOurs(clients: readonly Client[]): Search {
  const index = new SearchIndex<string>();
  for (const client of clients) {
    index.set(client._id, searchableClient(client._id, client), `${client.surname} ${client.forename}`);
  }
  return (query) =>
    searchParts([{ index, bonus: 0 }], query, { limit: MAX_RESULTS, enough: FIRST }).map(({ item }) => item);
}

function makeFuse(clients: readonly Client[]): Search {
  const keys = Object.entries(CLIENT_WEIGHTS).map(([name, weight]) => ({ name, weight }));
  const fuse = new Fuse(clients, { keys });
  return (query) => fuse.search(query, { limit: MAX_RESULTS }).map(({ item }) => item._id);
}

interface Wanted {
  query: string;
  id: string;
}

const ask = (of: readonly Client[], query: (client: Client) => string): Wanted[] =>
  of.map((client) => ({ query: query(client), id: client._id }));

function queriesOf(random: Random, sampled: readonly Client[], all: readonly Client[]) {
  const employed = random
    .shuffled(all)
    .filter(({ company }) => company)
    .slice(0, sampled.length);
  return {
    'forename surname': ask(sampled, ({ forename, surname }) => `${forename} ${surname}`),
    'surname forename': ask(sampled, ({ forename, surname }) => `${surname} ${forename}`),
    'surname’s three letters, company': ask(
      employed,
      ({ surname, company }) => `${surname.slice(0, 3)} ${company ?? ''}`,
    ),
    number: ask(sampled, ({ number }) => number ?? ''),
    'full name, a letter wrong': ask(sampled, ({ forename, surname }) => oneWrong(random, forename, surname)),
  };
}

/** A letter of the forename or the surname replaced by another one. */
function oneWrong(random: Random, forename: string, surname: string): string {
  const name = `${forename} ${surname}`;
  for (;;) {
    const at = random.int(0, name.length - 1);
    const letter = LETTERS.charAt(random.int(0, LETTERS.length - 1));
    if (/\p{L}/u.test(name.charAt(at)) && name.charAt(at).toLowerCase() !== letter) {
      return name.slice(0, at) + letter + name.slice(at + 1);
    }
  }
}

/** What is in the box after each key press. */
const pressesOf = (query: string): string[] =>
  Array.from(query, (_, index) => query.slice(0, index + 1)).filter((typed) => typed.trim() !== '');

function timed(search: Search, query: string): number {
  const start = performance.now();
  search(query);
  return performance.now() - start;
}
