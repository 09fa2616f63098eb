// Risk: a file is read in another encoding than it states, or is rejected because it looks like one of another format.
import { expect, test } from 'vitest';
import { withDefaults } from '../../../../src/modules/file-formats/columns/file-options.ts';
import {
  inspectSource,
  openStored,
  readHeader,
} from '../../../../src/modules/file-formats/csv/inspect-source.ts';
import { createMemoryStorage } from '../../../support/memory-storage.ts';

/** Returns the text of a file as an import reads it, or why it is rejected. */
async function readText(bytes: Uint8Array, format: 'csv' | 'jsonl' | 'json' | 'xml', options = {}) {
  const storage = createMemoryStorage();
  async function* file() {
    yield bytes;
  }
  await storage.put('file', file());
  try {
    const { key, start } = await inspectSource(storage, 'file', withDefaults(options), format);
    const parts: Uint8Array[] = [];
    for await (const part of openStored(storage, key)(start)) parts.push(Uint8Array.from(part));
    return Buffer.concat(parts).toString('utf8');
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns the delimiter and the header of a table that is searched by its columns, or why there is none. */
async function findHeader(text: string, headerContains: readonly string[], options = {}) {
  const storage = createMemoryStorage();
  async function* file() {
    yield Buffer.from(text);
  }
  await storage.put('file', file());
  const all = withDefaults({ headerContains, ...options });
  const source = await inspectSource(storage, 'file', all, 'csv');
  const { columns, row } = await readHeader(openStored(storage, source.key), source, all);
  return { delimiter: source.delimiter, columns, row };
}

test.each([
  ['List of SKUs, names, prices\nsku;name\nA,B;C\n', ';'],
  ['sku and name: a, b, c, d\n\n SKU |Name|x\n', '|'],
  ['Export\n"sku";"name, long";name\n', ';'],
  ['name;sku,name,x\nsku,name,x,y\n', ','],
])('the delimiter is that of the header, not of a title with the same words: %j', async (text, delimiter) => {
  expect(await findHeader(text, ['sku', 'Name'])).toMatchObject({ delimiter });
});

test('a header that is not found is an error, whatever the delimiter', async () => {
  await expect(findHeader('skus;names\nA;B\n', ['sku', 'name'])).rejects.toThrow('sku, name');
  const stated = findHeader('sku;name\nA;B\n', ['sku', 'name'], { delimiter: ',' });
  await expect(stated).rejects.toThrow('sku, name');
});

const declared = (encoding: string, name: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<a><p>${name}</p></a>`;

test.each([
  ['ISO-8859-9', '\xfe\xfd\xf0', 'şığ'],
  ['windows-1255', '\xf9\xec\xe5\xed', 'שלום'],
  ['latin2', '\xb3\xf3d\xbc', 'łódź'],
  ['ISO_8859-1:1987', 'Gr\xf6\xdfe', 'Größe'],
])('an XML document in %s is read as it states', async (encoding, bytes, name) => {
  const document = Buffer.from(declared(encoding, bytes), 'latin1');
  expect(await readText(document, 'xml')).toBe(declared(encoding, name));
});

test('an encoding that nobody knows is an error, and UTF-16 that the bytes disprove does not count', async () => {
  expect(await readText(Buffer.from(declared('x-unknown', '\xf6'), 'latin1'), 'xml')).toContain('x-unknown');
  expect(await readText(Buffer.from(declared('utf-16', 'ö')), 'xml')).toBe(declared('utf-16', 'ö'));
});

test.each([
  ['xml', declared('utf-16', 'Größe')],
  ['json', '[{"sku":"Größe"}]'],
] as const)('%s in UTF-16 is read with and without a byte order mark', async (format, text) => {
  for (const bytes of [Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from(text, 'utf16le')]) {
    expect(await readText(bytes, format)).toBe(text);
    expect(await readText(Buffer.from(bytes).swap16(), format)).toBe(text);
  }
  expect(await readText(Buffer.from(text, 'utf16le'), format, { encoding: 'utf-16le' })).toBe(text);
});

test.each([
  ['[2026] Price list;\nsku;name\n'],
  ['<sku>;<name>\n1;a\n'],
  ['<sku>\t<name>\n1\ta\n'],
  ['<tablename>;<b>\n1;a\n'],
  ['{sku};{name}\n1;a\n'],
])('a table that begins with brackets is a table: %j', async (text) => {
  expect(await readText(Buffer.from(text), 'csv')).toBe(text);
});

test.each([
  ['<?xml version="1.0"?><a/>', 'XML'],
  ['<a><p/></a>', 'XML'],
  ['<a>\r\n  <p/></a>', 'XML'],
  ['<a xmlns:x = "urn:x"/>', 'XML'],
  ['[{"a":1}]', 'JSON'],
  ['[ [ {"a":1}]]', 'JSON'],
  ['["a", "b"]', 'JSON'],
  ['{ "a": 1}', 'JSON'],
  ['<!DOCTYPE html><p>', 'HTML'],
  ['<table border=1>', 'HTML'],
])('%s is no table', async (text, name) => {
  expect(await readText(Buffer.from(text), 'csv')).toContain(`This is ${name}`);
  expect(await readText(Buffer.from(`\ufeff${text}`, 'utf16le'), 'csv')).toContain(`This is ${name}`);
});
