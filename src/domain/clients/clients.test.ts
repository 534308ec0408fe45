import { describe, expect, it } from 'vitest';
import { isMainClient, newConsumer } from './clients.ts';

describe('clients', () => {
  it('know the main client of a consumer: an e-mail and a number with -01 [CLIENT-10]', () => {
    const main = { email: 'a@b.ch', number: 'G1-01', consumerId: 'consumer_1' };
    expect(isMainClient(main)).toBe(true);
    expect(isMainClient({ ...main, email: '' })).toBe(false);
    expect(isMainClient({ ...main, number: 'G1-02' })).toBe(false);
    expect(isMainClient({ ...main, number: null })).toBe(false);
    expect(isMainClient({ ...main, consumerId: null })).toBe(false);
  });

  it('begin consumers as registered, rate 100, payment type none [COPY-06]', () => {
    const consumer = newConsumer('consumer_1', {}, { createdAt: 5 });
    expect(consumer).toMatchObject({
      status: 'registered',
      paymentType: 'none',
      date: 5,
      notifMethod: 'email',
    });
    expect(consumer.registration).toMatchObject({ rate: 100, amount: 0, currency: 'chf', vat: 0 });
  });
});
