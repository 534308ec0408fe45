import { connect, type Socket } from 'node:net';
import { constants, getPriority, setPriority } from 'node:os';

/** What the flood is to do. */
export interface Flood {
  url: string;
  /** Of a host who may see the event. */
  token: string;
  dbName: string;
  /** An id that is asked for again and again. */
  key: string;
  logins: number;
  amplified: number;
  idle: number;
  /** All of it comes within this time, ms. */
  within: number;
}

/** How the flood was answered: a number of replies by status, 0 for a connection that was closed. */
export type Answers = Record<'logins' | 'amplified', Record<number, number>>;

/** Times that one key is asked for in an amplified request. */
const REPEATED = 20_000;
/** No request of the flood is waited for longer, ms. */
const PATIENCE = 30_000;

async function attack(flood: Flood): Promise<Answers> {
  const host = new URL(flood.url);
  if (host.hostname !== '127.0.0.1') throw new Error('the flood is for this machine only');
  const sockets: Socket[] = Array.from({ length: flood.idle }, () => {
    const socket = connect(Number(host.port), host.hostname);
    return socket.on('error', () => undefined);
  });
  const answers: Answers = { logins: {}, amplified: {} };
  await Promise.all([
    spread(flood.logins, flood.within, answers.logins, (index) =>
      send(flood.url, '/api/login', { username: `guess${letters(index)}`, password: 'Wrong1', request: 'x' }),
    ),
    spread(flood.amplified, flood.within, answers.amplified, () => {
      const keys = Array.from({ length: REPEATED }, () => flood.key);
      return send(flood.url, `/db/${flood.dbName}/_all_docs?include_docs=true`, { keys }, flood.token);
    }),
  ]);
  for (const socket of sockets) socket.destroy();
  return answers;
}

/** Begins so many, evenly over a time, whatever becomes of those before. */
async function spread(
  count: number,
  within: number,
  answers: Record<number, number>,
  one: (index: number) => Promise<number>,
): Promise<void> {
  const all = Array.from({ length: count }, async (_, index) => {
    await new Promise((resolve) => setTimeout(resolve, (index * within) / count));
    const status = await one(index);
    answers[status] = (answers[status] ?? 0) + 1;
  });
  await Promise.all(all);
}

async function send(url: string, path: string, body: object, token?: string): Promise<number> {
  try {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
    // Read to the end, as a greedy client would, but keep nothing.
    for await (const part of answer.body ?? []) void part;
    return answer.status;
  } catch {
    return 0;
  }
}

/** A number in letters: user names have no digits. */
function letters(index: number): string {
  return String(index).replace(/\d/g, (digit) => String.fromCodePoint(97 + Number(digit)));
}

/*
 * After the others in what the machine gives it: a flood comes from elsewhere, and what it costs its sender is not to be measured
 * here. Bounded in number and time.
 */
if (process.send !== undefined) {
  setPriority(Math.min(getPriority() + 10, constants.priority.PRIORITY_LOW));
  process.on('message', (flood: Flood) => void attack(flood).then((answers) => process.send?.(answers)));
  // The bench has ended, however it ended.
  process.on('disconnect', () => process.exit());
  process.send('ready');
}
