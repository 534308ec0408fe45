import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { HttpError } from '../base/errors.ts';
import type { DbRequest } from './request.ts';

/** Answers are sent in pieces of about this many characters. */
const PIECE = 128 * 1024;
/** Characters below which compressing costs more than it saves. */
const WORTH_COMPRESSING = 1024;
/** Characters of one answer, and how long the server may work for it, in ms. The reader's own pace does not count. */
const MAX_LENGTH = 512 * 1024 * 1024;
const MAX_WORK = 120_000;
/** Between two looks whether a large piece is taken, in ms. */
const LOOK_AGAIN = 20;

/** A part of an answer after another, made as the reader takes them. */
export type Pieces = AsyncGenerator<string, void, undefined>;

/** Lines that are there, or are made one after the other as they are taken. */
export type Lines = Iterable<string>;

/** Joins what is small, so that an answer of many rows does not become as many packets; nobody awaits a single row. */
export async function* gathered(parts: AsyncIterable<Lines>): Pieces {
  let text = '';
  for await (const lines of parts) {
    for (const line of lines) {
      text += line;
      if (text.length < PIECE) continue;
      yield text;
      text = '';
    }
  }
  if (text !== '') yield text;
}

/**
 * Sends an answer in pieces: a slow reader keeps one piece waiting, not all of them. What is wrong with the question
 * shows before the first piece, so it still becomes an error of its own; what fails later cuts the answer off. Each
 * further piece waits for its round: long answers let the short ones pass.
 * Without bounds for what reads each document of a database once.
 */
export async function sendPieces(
  { reply, round, hold }: Pick<DbRequest, 'reply' | 'round' | 'hold'>,
  type: string,
  pieces: Pieces,
  hasBounds = true,
): Promise<void> {
  const bounded = hasBounds ? withinBounds(pieces) : pieces;
  const first = await bounded.next();
  const rest = (async function* () {
    for (let piece = first; piece.done !== true; piece = await bounded.next()) {
      const release = hold(piece.value.length);
      try {
        yield piece.value;
        await isTaken(reply.raw, piece.value.length);
      } finally {
        release();
      }
      await round();
    }
  })();
  void reply.type(type).header('cache-control', 'no-store');
  const stream = Readable.from(rest, { objectMode: false, highWaterMark: 2 * PIECE });
  // What is shorter than a piece is all of it.
  const isShort = first.done === true || first.value.length < WORTH_COMPRESSING;
  await (isShort ? reply.send(stream) : reply.compress(stream));
}

/** Resolves when the connection has what the reader was given, as far as it matters: large pieces wait in memory. */
async function isTaken(raw: ServerResponse, length: number): Promise<void> {
  if (length <= 2 * PIECE) return;
  while (!raw.destroyed && raw.writableLength > 2 * PIECE) await delay(LOOK_AGAIN);
}

async function* withinBounds(pieces: Pieces): Pieces {
  let length = 0;
  let worked = 0;
  try {
    for (;;) {
      const before = performance.now();
      const { done, value } = await pieces.next();
      if (done === true) return;
      worked += performance.now() - before;
      length += value.length;
      if (length > MAX_LENGTH || worked > MAX_WORK) {
        throw new HttpError(413, 'too_large', 'the answer would be too large: ask for less at once');
      }
      yield value;
    }
  } finally {
    await pieces.return();
  }
}

/** Characters of texts that are kept because they are asked for again. */
const MAX_KEPT = 16 * 1024 * 1024;

/** Remembers what is asked for more than once in a request, so that it is read once. */
export class Repeats {
  private readonly left = new Map<string, number>();
  private readonly texts = new Map<string, string>();
  private kept = 0;

  constructor(keys: readonly string[]) {
    for (const key of keys) this.left.set(key, (this.left.get(key) ?? 0) + 1);
  }

  get(key: string): string | undefined {
    return this.texts.get(key);
  }

  /** Called each time that a key is answered. */
  answered(key: string, text: string): void {
    const left = (this.left.get(key) ?? 1) - 1;
    this.left.set(key, left);
    if (left === 0) {
      if (this.texts.delete(key)) this.kept -= text.length;
    } else if (!this.texts.has(key) && this.kept + text.length <= MAX_KEPT) {
      this.texts.set(key, text);
      this.kept += text.length;
    }
  }
}
