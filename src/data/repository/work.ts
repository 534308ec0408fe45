import { toldBefore, type Work } from '#domain/work/work.ts';
import { call } from './call.ts';
import type { RepositoryContext } from './context.ts';

/** Work that lasts, in the browser: the page answers between two portions of it. */
export const workIn = (context: RepositoryContext): Work => ({
  run(command, input, how = {}) {
    const calling = () => call(context, command, input, (documents) => toldBefore(documents, how));
    return how.entriesOf === undefined ? calling() : context.inTurn(calling);
  },
  pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
});
