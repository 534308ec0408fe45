import { entriesIn } from './entriesIn.ts';

/* Reads one statement, away from the page, and is ended by it. */
addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  postMessage(entriesIn(new Uint8Array(data)));
});
