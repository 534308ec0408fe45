import { expect, it } from 'vitest';
import { foreignCode } from './foreignCode.ts';

it('what is held up instead of a ticket is named', () => {
  const of = (codes: readonly string[]) => codes.map(foreignCode);
  expect(of([' https://example.org/t?id=G0007-01', 'HTTP://EXAMPLE.ORG', 'www.example.org'])).toEqual(
    Array.from({ length: 3 }, () => 'web'),
  );
  expect(of(['WIFI:T:WPA;S:Net;P:secret;;', 'BEGIN:VCARD\r\nFN:Ada', 'MECARD:N:Ada;;'])).toEqual([
    'wifi',
    'contact',
    'contact',
  ]);
  expect(of(['SPC\r\n0200\r\n1', 'BCD\n002', 'x'.repeat(101)])).toEqual(['bill', 'bill', 'text']);
  expect(of(['4006381333931', '036000291452'])).toEqual(['goods', 'goods']);
  // A number of another event, which nothing tells from ours.
  expect(of(['G0007-01', 'SPC-1', '4006381333932', '40170725', 'web', ''])).toEqual(
    Array.from({ length: 6 }, () => null),
  );
});
