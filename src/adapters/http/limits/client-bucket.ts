import { isIPv6 } from 'node:net';

/** Maximum number of stored characters of a client address that is no IP address. */
const LONGEST_TEXT = 64;

/**
 * Returns the bucket of a client without a token. Of an IPv6 address the first 64 bits count, which is what one
 * customer of a provider gets at least: whoever has them has all addresses below (RFC 6177).
 */
export function clientBucket(address: string): string {
  if (!isIPv6(address)) return `address:${address.slice(0, LONGEST_TEXT)}`;
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  return mapped === undefined ? `address:${networkOf(address)}::/64` : `address:${mapped}`;
}

/** Returns the first four groups, without leading zeros. */
function networkOf(address: string): string {
  // The host of a URL is in the one normal form of RFC 5952; a zone index belongs to no URL.
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    groups.push(...Array<string>(8 - groups.length - after.length).fill('0'), ...after);
  }
  return groups.slice(0, 4).join(':');
}
