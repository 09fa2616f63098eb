import type { SeededRandom } from './seeded-random-from.ts';

/** A document that somebody sends to break what reads it, or that a transfer broke. */
export interface HostileDocument {
  readonly name: string;
  readonly format: 'json' | 'xml';
  readonly bytes: Buffer;
}

/** Path of the records in these documents of XML; those of JSON are the elements of an array. */
export const HOSTILE_ROW_PATH = 'catalog/product';

const MEGABYTE = 1024 * 1024;
const NAMES = ['A', 'B', 'C', 'D', 'E'];

const jsonOf = (names: readonly string[]) =>
  JSON.stringify(names.map((sku) => ({ sku: `HJ-${sku}`, brand: 'Grüße', values: [1, { a: null }] })));
const xmlOf = (names: readonly string[]) =>
  `<?xml version="1.0"?>\n<catalog brand="L">${names
    .map((sku) => `<product id="1"><sku>HX-${sku}</sku><brand>Grüße</brand><b><![CDATA[x]]></b></product>`)
    .join('\n')}</catalog>`;

const JSON_TEXTS: readonly (readonly [string, string])[] = [
  ['brackets', '['.repeat(100_000)],
  ['a deep record', `[{"sku":"HJ-deep","brand":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}]`],
  ['a text without end', `[{"sku":"${'x'.repeat(2 * MEGABYTE)}`],
  ['a long key', `[{"${'k'.repeat(2 * MEGABYTE)}":1}]`],
  ['a huge number', '[{"sku":"HJ-1","stock":1e999999999},{"sku":"HJ-2","stock":-1E-999999999}]'],
  ['many large numbers', `[{"sku":"HJ-6","stock":[${'1e300,'.repeat(200_000)}1e999]}]`],
  ['a record of many values', `[[${'{"a":1},'.repeat(200_000)}1e9]]`],
  ['prototypes', '[{"__proto__":{"sku":"x"},"constructor":{"prototype":1},"sku":"HJ-3"}]'],
  ['characters that cannot be stored', '[{"sku":"HJ-4","brand":"a\\u0000\\ud800"}]'],
  ['many columns', `[{${Array.from({ length: 6_000 }, (_, key) => `"k${key}":1`).join()}}]`],
  ['many empty records', `[${'{},'.repeat(20_000)}{}]`],
  ['no record', '[]'],
  ['a value alone', '[null,1,"x",[[[]]]]'],
];
const XML_TEXTS: readonly (readonly [string, string])[] = [
  [
    'entities that expand',
    '<!DOCTYPE catalog [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><catalog><product><sku>&b;</sku></product></catalog>',
  ],
  [
    'an entity of a file',
    '<!DOCTYPE catalog [<!ENTITY a SYSTEM "file:///etc/passwd">]><catalog><product><sku>&a;</sku></product></catalog>',
  ],
  ['deep elements', `<catalog>${'<a>'.repeat(100_000)}`],
  ['a long attribute', `<catalog><product sku="${'x'.repeat(2 * MEGABYTE)}"/></catalog>`],
  ['an attribute without end', `<catalog><product sku="${'x'.repeat(17 * MEGABYTE)}`],
  [
    'many attributes',
    `<catalog><product ${Array.from({ length: 6_000 }, (_, key) => `k${key}="1"`).join(' ')}/></catalog>`,
  ],
  ['a long name', `<catalog><${'k'.repeat(2 * MEGABYTE)}/>`],
  ['text around records', `<catalog>${'x'.repeat(2 * MEGABYTE)}<product><sku>HX-1</sku></product></catalog>`],
  ['prototypes', '<catalog><product><__proto__><sku>x</sku></__proto__><sku>HX-2</sku></product></catalog>'],
  ['an unknown encoding', '<?xml version="1.0" encoding="x-none"?><catalog><product/></catalog>'],
  ['no record', '<catalog/>'],
];

/** Returns documents that were thought of, and some that are damaged at random. */
export function* hostileDocuments(random: SeededRandom, damagedOfEach: number): Generator<HostileDocument> {
  for (const [name, text] of JSON_TEXTS) yield { name, format: 'json', bytes: Buffer.from(text) };
  for (const [name, text] of XML_TEXTS) yield { name, format: 'xml', bytes: Buffer.from(text) };
  for (let index = 0; index < damagedOfEach; index += 1) {
    for (const [format, text] of [
      ['json', jsonOf(NAMES)],
      ['xml', xmlOf(NAMES)],
    ] as const)
      yield { name: `damaged ${format} ${index}`, format, bytes: damaged(Buffer.from(text), random) };
  }
}

function damaged(bytes: Buffer, random: SeededRandom): Buffer {
  const position = random.integer(0, bytes.length - 1);
  const insert = (inserted: readonly number[]) =>
    Buffer.concat([bytes.subarray(0, position), Buffer.from(inserted), bytes.subarray(position)]);
  switch (random.integer(1, 5)) {
    case 1:
      return bytes.subarray(0, position);
    case 2:
      return insert([random.integer(0x80, 0xff)]);
    case 3:
      return insert([random.pick([0, 0x22, 0x26, 0x2c, 0x3c, 0x3e, 0x5b, 0x5d, 0x7b, 0x7d])]);
    case 4:
      return Buffer.concat([bytes.subarray(0, position), bytes.subarray(position + random.integer(1, 20))]);
    default:
      return Buffer.from(bytes.toString('utf8'), 'utf16le').subarray(random.integer(0, 1));
  }
}
