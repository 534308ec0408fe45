/* oxlint-disable unicorn/require-post-message-target-origin -- a port of threads, not a window */
import { parentPort } from 'node:worker_threads';
import type { Channel } from './channel.ts';
import { mailChannel } from './mailChannel.ts';
import type { FromThread, ToThread } from './mailThread.ts';

/* A thread in which mails are put together and sent; the ledger stays with the process. */

const channels = new Map<number, Channel>();
/** What the ledger says, by the mail that waits for it. */
const agreements = new Map<number, (agreed: boolean) => void>();
const tell = (message: FromThread): void => parentPort?.postMessage(message);

async function send({ channel, id, frozen, files }: Extract<ToThread, { kind: 'send' }>): Promise<void> {
  try {
    const open = channels.get(channel);
    if (open === undefined) throw new Error('the channel is closed');
    const commit = (): Promise<boolean> =>
      new Promise((resolve) => {
        agreements.set(id, resolve);
        tell({ kind: 'commit', id });
      });
    tell({ kind: 'outcome', id, outcome: await open.send(frozen, files, commit) });
  } catch (error) {
    tell({ kind: 'failed', id, problem: error instanceof Error ? (error.stack ?? '') : String(error) });
  }
}

parentPort?.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'open':
      channels.set(message.channel, mailChannel(message.settings));
      break;
    case 'send':
      void send(message);
      break;
    case 'agreed':
      agreements.get(message.id)?.(message.agreed);
      agreements.delete(message.id);
      break;
    default:
      channels.get(message.channel)?.close();
      channels.delete(message.channel);
  }
});
