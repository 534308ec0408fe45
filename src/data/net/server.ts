import type { Http } from './http.ts';
import { createAccounts } from './accounts.ts';
import { createApi } from './api.ts';
import { createEventMessages } from './messages.ts';
import { createServerFiles } from './serverFiles.ts';
import { createEventServices } from './services.ts';

/** All that is asked of the server: its words, and the schemas that judge them, are no part of the first page (later.ts). */
export function createServer(http: Http, syncNow: (eventId: string) => Promise<void>) {
  return {
    api: createApi(http),
    accounts: createAccounts(http),
    files: createServerFiles(http),
    services: createEventServices(http),
    messages: createEventMessages(http, syncNow),
  };
}

export type Server = ReturnType<typeof createServer>;
