import { answer, type ReadRequest } from './answer.ts';

/* Reads one file, away from the page, and is ended by it. */
addEventListener('message', (message: MessageEvent<ReadRequest>) => {
  answer(message.data)
    .then((reply) => postMessage(reply))
    .catch(() => undefined);
});
