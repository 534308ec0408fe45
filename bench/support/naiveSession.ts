import { docId } from '#domain/ids.ts';

/** A session as a naive check-in rewrites it: everybody seated, nobody in. */
export const naiveSession = (entries: number) => ({
  _id: docId('session', 'naive'),
  type: 'session' as const,
  title: 'Naive',
  date: 0,
  status: 'ongoing' as const,
  autoSave: false,
  autoSaveDelay: 60,
  removedClients: {},
  files: [],
  metadata: {},
  clients: Array.from({ length: entries }, (_, index) => ({
    clientId: `client_0123456789ab${index}`,
    checkInTime: null as number | null,
    placement: { tableId: `table${index % 500}`, seatIndex: index % 10, onTable: false },
    product: { kind: 'adult' as const, optionId: '0123456789abcdef' },
    updatedTime: 1_700_000_000_000 + index,
  })),
});
