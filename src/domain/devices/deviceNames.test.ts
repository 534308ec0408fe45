import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviceNames } from './deviceNames.ts';

const phone = (id: string, name = 'Android · Chrome') => ({ id, name });

describe('the names of devices', () => {
  it('are as they are where each is another one', () => {
    const names = deviceNames([phone('aaa111'), phone('bbb222', 'iPhone · Safari'), phone('aaa111')]);
    expect([...names]).toEqual([
      ['aaa111', 'Android · Chrome'],
      ['bbb222', 'iPhone · Safari'],
    ]);
  });

  it('have a short code behind them where two are alike, a longer one where that is alike too', () => {
    expect([...deviceNames([phone('aaa111'), phone('bbb222')]).values()]).toEqual([
      'Android · Chrome · 111',
      'Android · Chrome · 222',
    ]);
    expect([...deviceNames([phone('a-x111'), phone('b-y111')]).values()]).toEqual([
      'Android · Chrome · X111',
      'Android · Chrome · Y111',
    ]);
  });

  it('tell all devices apart', () => {
    const id = fc.string({ unit: fc.constantFrom('a', 'b', '1'), minLength: 6, maxLength: 6 });
    const device = fc.record({ id, name: fc.constantFrom('A', 'B') });
    const devices = fc.uniqueArray(device, { selector: (one) => one.id });
    fc.assert(
      fc.property(devices, (all) => {
        expect(new Set(deviceNames(all).values()).size).toBe(all.length);
      }),
    );
  });
});
