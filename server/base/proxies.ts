import { BlockList, isIP } from 'node:net';

/** Names for ranges, so that nobody has to know them by heart. */
const NAMED: Record<string, readonly string[]> = {
  none: [],
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** The proxies that TRUST_PROXY names, as addresses and ranges (`10.0.0.0/8`); null when it is not understood. */
export function parseProxies(text: string): string[] | null {
  const parts = text.split(',').map((part) => part.trim());
  const ranges = parts.map((part) =>
    Object.hasOwn(NAMED, part) ? NAMED[part] : isRange(part) ? [part] : null,
  );
  if (ranges.some((range) => range == null) || (parts.includes('none') && parts.length > 1)) return null;
  return ranges.flatMap((range) => range ?? []);
}

function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  // A zone (`fe80::1%eth0`) is no part of an address that can be compared.
  if (family === 0 || address.includes('%') || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Tells whether a connection from this address is a trusted proxy's, which speaks for many people. */
export function proxyCheck(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return (address) => {
    // On a socket for both families an IPv4 address comes as `::ffff:127.0.0.1`.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    const family = isIP(plain);
    return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6');
  };
}
