import type { ImportRequest } from './imports.ts';
import type { SeededRandom } from './seeded-random-from.ts';

/** A file as people, spreadsheets and programs break them, and how it is to be imported. */
export interface MalformedFile {
  readonly bytes: Buffer;
  readonly request: ImportRequest;
}

const NAMES = ['A', 'B', 'C', 'D', 'a', 'D-1', 'D-2'];
const COLUMNS = [
  ...['type', 'attribute_set', 'variant_layout', 'parent', 'status', 'channels', 'categories'],
  ...[
    'name-en_US',
    'name-de_DE',
    'description-en_US-web',
    'brand',
    'color',
    'size',
    'price-EUR',
    'price-USD',
  ],
  ...[
    'stock',
    'ean',
    'washable',
    'UPSELL-products',
    'PAIR-products',
    'PACK-products',
    'PACK-products-quantity',
  ],
  ...['external_refs-erp', 'nmae-en_US', 'name', 'name-xx_XX', ''],
];
const ODD = [
  '',
  ' ',
  '=1+1',
  "'",
  '__CLEAR__',
  'x'.repeat(300),
  '\u202eabc',
  '😀',
  '-5',
  '1e999',
  '0',
  'null',
];

/** Words that fit a column, mostly. */
function wordsOf(column: string, own: (name: string) => string): readonly string[] {
  const names = NAMES.map(own);
  const words: Readonly<Record<string, readonly string[]>> = {
    type: ['simple', 'model', 'variant', 'modle'],
    attribute_set: ['clothing', 'accessories', 'clothes'],
    variant_layout: ['by_color_and_size', 'by_size', ''],
    parent: [...names, 'NOBODY', ''],
    status: ['draft', 'published', 'in_review', 'archived', '1', '0', 'gone'],
    channels: ['web', 'print', 'web,print', 'shop', ''],
    categories: ['shop', 'clothes,sale', 'clothes,nowhere', ''],
    color: ['red', 'blue', 'rde', ''],
    size: ['s', 'm', 'xxl', ''],
    'price-EUR': ['1', '1.50', '1,50', '-3', 'cheap', ''],
    'price-USD': ['2', ''],
    stock: ['0', '5', '1.5', '-1', 'many', ''],
    ean: ['1', '2', '3'].map(own),
    washable: ['1', '0', 'true', 'perhaps'],
    'PACK-products-quantity': ['1', '1|2', '2,3', 'x', ''],
    'external_refs-erp': ['1', '2', '3'].map(own),
  };
  return (
    words[column] ??
    (column.endsWith('-products')
      ? [...names, names.slice(0, 2).join(), `${own('C')},NOBODY`, '']
      : ['x', 'y', ''])
  );
}

/**
 * One random file. Most of its rows are nearly right, so that every rule gets its turn.
 *
 * @param family set before all names: files of one family are about the same products
 */
export function malformedFile(random: SeededRandom, family: string): MalformedFile {
  const own = (name: string) => `${family}${name}`;
  const format = random.integer(1, 5) === 1 ? 'jsonl' : 'csv';
  const columns = random.shuffle(COLUMNS).slice(0, random.integer(1, 7));
  const rows = Array.from({ length: random.integer(0, 8) }, () =>
    ['sku', ...columns].map((column) => cell(column, random, own)),
  );
  const text = format === 'csv' ? table(['sku', ...columns], rows, random) : lines(columns, rows, random);
  const request: ImportRequest = {
    format,
    mode: random.pick(['upsert', 'upsert', 'upsert', 'create_only', 'update_only']),
    errorPolicy: random.pick(['skip_rows', 'skip_rows', 'stop', 'reject_all']),
    maxErrors: random.pick([null, null, 0, 2]),
    options: {
      empty: random.pick(['leave', 'clear']),
      inherited: random.pick(['skip', 'override']),
      headerRow: random.integer(1, 12) === 1 ? 2 : 1,
    },
  };
  return { bytes: damaged(Buffer.from(text), random), request };
}

function cell(column: string, random: SeededRandom, own: (name: string) => string): string {
  if (random.integer(1, 15) === 1) return random.pick(ODD);
  return random.pick(column === 'sku' ? NAMES.map(own) : wordsOf(column, own));
}

function table(columns: readonly string[], rows: readonly string[][], random: SeededRandom): string {
  const delimiter = random.pick([';', ',', '\t', '|']);
  const end = random.pick(['\n', '\r\n', '\n\n']);
  const quoted = (text: string) =>
    /[";,\t|\r\n]/.test(text) && random.integer(1, 20) > 1 ? `"${text.replaceAll('"', '""')}"` : text;
  return [columns, ...rows].map((row) => row.map(quoted).join(delimiter)).join(end) + random.pick(['', end]);
}

function lines(columns: readonly string[], rows: readonly string[][], random: SeededRandom): string {
  return rows
    .map(([sku, ...cells]) => {
      const item: Record<string, unknown> = { sku };
      for (const [index, name] of columns.entries()) {
        const text = cells[index] ?? '';
        if (/^(type|attribute_set|parent|status|variant_layout)$/.test(name)) item[name] = text;
        if (/^(channels|categories)$/.test(name)) item[name] = text.split(',');
        if (/^(stock|ean|brand|color|size)$/.test(name))
          item.values = { ...(item.values as object | undefined), [name]: text };
      }
      const line = JSON.stringify(item);
      return random.integer(1, 8) > 1 ? line : random.pick([line.slice(0, -2), '[]', '{}']);
    })
    .join('\n');
}

/** Bytes as they come out of a bad transfer; most files are left alone. */
function damaged(bytes: Buffer, random: SeededRandom): Buffer {
  const place = random.integer(0, bytes.length);
  const into = (inserted: Uint8Array) =>
    Buffer.concat([bytes.subarray(0, place), inserted, bytes.subarray(place)]);
  switch (random.integer(1, 16)) {
    case 1:
      return bytes.subarray(0, place);
    case 2:
      return into(Buffer.from('"'));
    case 3:
      return into(Buffer.from([0xff, 0xfe]));
    case 4:
      return into(Buffer.from([0]));
    case 5:
      return Buffer.concat([Buffer.from('\ufeff'), bytes]);
    case 6:
      return Buffer.from(`\ufeff${bytes.toString('utf8')}`, 'utf16le');
    case 7:
      return into(Buffer.from('\n\n;;;\n'));
    default:
      return bytes;
  }
}
