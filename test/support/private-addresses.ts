/** First, last and some address of each network that is not of the public internet. */
export const ADDRESSES = [
  ...['0.0.0.0', '0.0.0.1', '0.255.255.255', '10.0.0.0', '10.0.0.1', '10.255.255.255'],
  ...['100.64.0.0', '100.100.100.200', '100.127.255.255', '127.0.0.0', '127.0.0.1', '127.255.255.254'],
  ...['169.254.0.1', '169.254.169.254', '169.254.170.2', '172.16.0.0', '172.17.0.1', '172.31.255.255'],
  ...['192.0.0.1', '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.0.1', '192.168.255.255'],
  ...['198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.255', '224.0.0.1', '239.255.255.250'],
  ...['240.0.0.1', '255.255.255.255'],
];
const numberOf = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const hex = (address: string) => numberOf(address).toString(16).padStart(8, '0');
const halves = (address: string) => `${hex(address).slice(0, 4)}:${hex(address).slice(4)}`;
const parts = (address: string) => address.split('.').map(Number);

/** Ways to write an IPv4 address in a URL that WHATWG URL reads. */
const SPELLINGS: readonly ((address: string) => string)[] = [
  (address) => address,
  (address) => `${address}.`,
  (address) => String(numberOf(address)),
  (address) => `0x${hex(address)}`,
  (address) => `0X${hex(address).toUpperCase()}`,
  (address) => `0${numberOf(address).toString(8)}`,
  (address) =>
    parts(address)
      .map((part) => `0x${part.toString(16)}`)
      .join('.'),
  (address) =>
    parts(address)
      .map((part) => `0${part.toString(8)}`)
      .join('.'),
  (address) => `${parts(address)[0]}.${numberOf(address) % 0x1_00_00_00}`,
  (address) => `${parts(address).slice(0, 2).join('.')}.${numberOf(address) % 0x1_00_00}`,
  (address) => [...address].map((character) => `%${character.charCodeAt(0).toString(16)}`).join(''),
  (address) => address.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  (address) => address.replaceAll('.', '。'),
];
/** Ways to carry one in an IPv6 address. */
export const IPV6_EMBEDDINGS: readonly ((address: string) => string)[] = [
  (address) => `[::ffff:${address}]`,
  (address) => `[::ffff:${halves(address)}]`,
  (address) => `[0:0:0:0:0:ffff:${halves(address)}]`,
  (address) => `[::${halves(address)}]`,
  (address) => `[::ffff:0:${halves(address)}]`,
  (address) => `[64:ff9b::${halves(address)}]`,
  (address) => `[64:ff9b:1::${halves(address)}]`,
  (address) => `[2002:${halves(address)}::1]`,
  (address) => `[2001:0:${halves(address)}:0:0:0:0]`,
];
export const IPV6 = [
  ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[0000:0000:0000:0000:0000:0000:0000:0001]', '[100::1]'],
  ...['[fe80::1]', '[febf::1]', '[fec0::1]', '[fc00::1]', '[fd00:ec2::254]', '[fdff:ffff::1]', '[ff02::1]'],
  ...['[2001:db8::1]', '[2001::1]', '[2001:10::1]', '[2001:1ff::1]', '[3fff::1]', '[5f00::1]', '[4000::1]'],
  ...['[8000::1]', '[2002::1]', '[2620:4f:8000::1]', '[64:ff9a:ffff::1]', '[64:ff9b::1:0:0]', '[1fff::1]'],
];
/** Hosts of URLs that lead to what is not of the public internet. */
export const PRIVATE_HOSTS = [
  ...ADDRESSES.flatMap((address) => [...SPELLINGS, ...IPV6_EMBEDDINGS].map((write) => write(address))),
  ...IPV6,
];
