/* oxlint-disable unicorn/require-post-message-target-origin -- a port of threads, not a window */
import { parentPort } from 'node:worker_threads';
import type { Channel } from './channel.ts';
import { mailChannel } from './mailChannel.ts';
import type { FromThread, ToThread } from './mailThread.ts';

/* A thread in which mails are put together and sent; the ledger stays with the process. */

interface OpenChannel {
  channel: Channel;
  /** By their numbers. */
  files: Map<number, Uint8Array>;
}
const channels = new Map<number, OpenChannel>();
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
    // Each the same array every time, by which it is known that it goes to many.
    const given = files.map((file) => (typeof file === 'number' ? open.files.get(file) : file));
    if (given.includes(undefined)) throw new Error('a file is not kept');
    tell({ kind: 'outcome', id, outcome: await open.channel.send(frozen, given as Uint8Array[], commit) });
  } catch (error) {
    tell({ kind: 'failed', id, problem: error instanceof Error ? (error.stack ?? '') : String(error) });
  }
}

parentPort?.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'open':
      channels.set(message.channel, { channel: mailChannel(message.settings), files: new Map() });
      break;
    case 'keep':
      channels.get(message.channel)?.files.set(message.file, message.bytes);
      break;
    case 'send':
      void send(message);
      break;
    case 'agreed':
      agreements.get(message.id)?.(message.agreed);
      agreements.delete(message.id);
      break;
    default:
      channels.get(message.channel)?.channel.close();
      channels.delete(message.channel);
  }
});
