import type { Checkin } from '#domain/documents/checkin.ts';
import type { HistoryChange } from '#i18n/history.ts';

/** What one check-in document did, as the history tells it. */
export function checkinChange({ action, cancels, device, method }: Checkin, client: string): HistoryChange {
  const params = { client, device: device.name, method };
  if (action === 'seen') return { code: 'double_seen', params: { client, device: device.name } };
  if (action === 'out') return { code: 'checkin_cancelled', params };
  return { code: cancels === undefined ? 'checked_in' : 'checkin_restored', params };
}
