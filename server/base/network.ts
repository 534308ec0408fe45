import { isIP, isIPv6 } from 'node:net';

/**
 * The network that an address belongs to: an IPv4 address itself, the first 64 bits of an IPv6 one, since whoever has
 * one of those has 2^64. Some proxies write the port behind it, another one for each connection; whatever is no address is one
 * and the same: else who makes such things up would have as many tries as they like.
 */
export function networkOf(address: string): string {
  const [, inBrackets, beforePort] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? [];
  const written = (inBrackets ?? beforePort ?? address).split('%', 1)[0] ?? '';
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(written)?.[1] ?? written;
  if (isIP(plain) === 0) return 'unknown';
  if (!isIPv6(plain)) return plain;
  // The address as browsers write it: lower case, hexadecimal, at most one gap.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : 8 - start.length - end.length;
  const groups = [...start, ...Array.from({ length: gap }, () => '0'), ...end];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
