import { BlockList, isIP } from 'node:net';

/** Networks that are not of the public internet (IANA IPv4 Special-Purpose Address Registry, RFC 6890; RFC 5771). */
const PRIVATE_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/**
 * Private ranges of IPv6 (RFC 6890, RFC 4291): everything but global unicast (2000::/3) and, of that, what is
 * reserved for documentation, protocols and tunnels. Addresses that carry an IPv4 address are out as a whole,
 * 64:ff9b::/96 excepted, which networks without IPv4 reach the public IPv4 internet by (RFC 6052).
 */
const PRIVATE_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
  ['4000::', 2],
  ['8000::', 1],
];
const TRANSLATED = '64:ff9b::';
const TRANSLATED_BITS = 96;

function privateAddresses(): BlockList {
  const list = new BlockList();
  for (const [network, bits] of PRIVATE_IPV4) {
    list.addSubnet(network, bits, 'ipv4');
    list.addSubnet(`${TRANSLATED}${network}`, TRANSLATED_BITS + bits, 'ipv6');
  }
  for (const [network, bits] of PRIVATE_IPV6) list.addSubnet(network, bits, 'ipv6');
  // ::/3 but for 64:ff9b::/96: what lies before and after it.
  list.addRange('::', '64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff', 'ipv6');
  list.addRange('64:ff9b::1:0:0', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'ipv6');
  return list;
}

/** Addresses that nothing sent on behalf of a tenant may reach; sockets check it when they connect. */
export const PRIVATE_ADDRESSES: BlockList = privateAddresses();

/** Returns true if a literal address is private, and false for a text that is no address. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && PRIVATE_ADDRESSES.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
