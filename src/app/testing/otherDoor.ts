import { act } from '@testing-library/react';
import type { NamedDevice } from '#domain/devices/deviceNames.ts';
import { checkinId } from '#domain/ids.ts';
import type { FakeAppData } from './fakeAppData.ts';

/** A check-in at the gala's dinner on another device, as it arrives here. */
export function admittedAt(data: FakeAppData, clientId: string, device: NamedDevice): void {
  const time = Date.now() + 1000;
  const checkin = {
    ...{ _id: checkinId('session_dinner', time, device.id), _rev: '1-b', type: 'checkin' },
    ...{ sessionId: 'session_dinner', clientId, action: 'in', time, device, method: 'list' },
    author: { id: 'x', name: 'x' },
  };
  act(() => data.store('gala').apply([checkin as never]));
}
