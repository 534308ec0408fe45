import { createClock, SKEW_WARNING_MS, type Clock } from '#domain/devices/clock.ts';
import { userAgentName } from '#domain/devices/userAgent.ts';
import type { Deps } from './deps.ts';
import type { DeviceInfo } from './types.ts';

const DEVICE_KEY = 'foyer-device';
const NAME_KEY = 'foyer-device-name';
/** As check-ins carry it. */
const LONGEST_NAME = 100;
const CLOCK_KEY = 'foyer-clock';
const OFFSET_KEY = 'foyer-clock-offset';
const NOISE_MS = 50;

/** This device's lasting id, and a name for people made from the user agent. */
export function deviceInfo(deps: Pick<Deps, 'storage' | 'newId' | 'userAgent'>): DeviceInfo {
  let id = deps.storage.getItem(DEVICE_KEY);
  if (id === null || id === '') {
    id = deps.newId();
    deps.storage.setItem(DEVICE_KEY, id);
  }
  return { id, name: deps.storage.getItem(NAME_KEY) ?? browserName(deps.userAgent) };
}

/** Names this device from now on; an empty name gives it the one made from the user agent again. */
export function renameDevice(
  device: DeviceInfo,
  name: string,
  { storage, userAgent }: Pick<Deps, 'storage' | 'userAgent'>,
): void {
  const wanted = name.trim().slice(0, LONGEST_NAME);
  if (wanted === '') storage.removeItem(NAME_KEY);
  else storage.setItem(NAME_KEY, wanted);
  // Everybody holds this one object.
  device.name = wanted === '' ? browserName(userAgent) : wanted;
}

const browserName = (userAgent: string): string => userAgentName(userAgent) || 'Browser';

/**
 * The hybrid clock, kept across restarts: neither a clock set back nor a reload can make it repeat a time. Except when
 * it turns out to be far ahead of the server (a device with a wrong date that worked offline): then it starts over, or
 * this device would win every merge for as long as its date was wrong. What follows a document in time is made later
 * than it by the repository, so nothing depends on the times given before.
 */
export function deviceClock(deps: Pick<Deps, 'storage' | 'wall'>): Clock {
  const number = (key: string): number => {
    const value = Number(deps.storage.getItem(key) ?? 0);
    return Number.isFinite(value) ? value : 0;
  };
  const save = (last: number): void => deps.storage.setItem(CLOCK_KEY, String(last));
  const make = (last: number, offset: number): Clock => {
    const ahead = last > deps.wall() + offset + SKEW_WARNING_MS;
    const clock = createClock({ wall: deps.wall, last: ahead ? 0 : last, save });
    clock.setOffset(offset);
    return clock;
  };
  const offsetKnown = deps.storage.getItem(OFFSET_KEY) !== null;
  let clock = offsetKnown
    ? make(number(CLOCK_KEY), number(OFFSET_KEY))
    : createClock({ wall: deps.wall, last: number(CLOCK_KEY), save });
  let compared = false;
  return {
    now: () => clock.now(),
    observe: (time) => clock.observe(time),
    setOffset(offset) {
      compared = true;
      // The noise of a network is no news of the clock.
      if (Math.abs(offset - clock.offset) < NOISE_MS && deps.storage.getItem(OFFSET_KEY) !== null) return;
      clock = make(number(CLOCK_KEY), offset);
      // Known again at the next start, which may be without network.
      deps.storage.setItem(OFFSET_KEY, String(clock.offset));
    },
    get offset() {
      return clock.offset;
    },
    get compared() {
      return compared;
    },
  };
}
