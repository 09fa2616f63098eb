// Risk: a document of JSON or XML is read in another way in pieces, takes all memory, or reaches out of the file.
import { expect, test } from 'vitest';
import {
  readJsonRecords,
  recordsAt,
} from '../../../../src/modules/file-formats/document/read-json-records.ts';
import { readXmlRecords } from '../../../../src/modules/file-formats/document/read-xml-records.ts';

async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readJson(text: string, path: readonly string[] = [], size = 65_536): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const { value, depth } of readJsonRecords(pieces(text, size), path))
    all.push(...recordsAt(value, path.slice(depth)).map((record) => record.value));
  return all;
}

async function readXml(text: string, path: readonly string[], size = 65_536): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const { value } of readXmlRecords(pieces(text, size), path))
    all.push(JSON.parse(JSON.stringify(value)));
  return all;
}

/** The detail of the rejection of a document. */
const faultOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'accepted',
    (error: { code?: string; message: string }) => `${error.code}: ${error.message}`,
  );

const NESTED =
  '{"meta":{"list":[1,2]},"data":{"items":[{"a":"x\\"]}{","b":[{"c":1.5e3}]},{"a":"ü€😀\\\\"},3,[{"a":true}]]},"z":null}';

test('records of JSON are the same in pieces of any size', async () => {
  const whole = await readJson(NESTED, ['data', 'items']);
  expect(whole).toEqual([{ a: 'x"]}{', b: [{ c: 1500 }] }, { a: 'ü€😀\\' }, { value: 3 }, { a: true }]);
  for (let size = 1; size < 40; size += 1)
    expect(await readJson(NESTED, ['data', 'items'], size)).toEqual(whole);
  expect(await readJson('[{"a":1},{"a":2}]', [], 3)).toEqual([{ a: 1 }, { a: 2 }]);
  expect(await readJson('{"a":{"b":{"c":1}}}', ['a', 'b'], 2)).toEqual([{ c: 1 }]);
  expect(await readJson(' {"a":1} ', [])).toEqual([{ a: 1 }]);
});

test.each([
  ['[{"a":1},', /json|JSON/],
  ['[{"a":1}]]', /JSON/],
  ['[{"a":tru}]', /JSON/],
  ['{"a":[1}', /JSON/],
  ['[{"a":1} {"a":2}]', /JSON/],
  ['[{"a":1},,{"a":2}]', /JSON/],
  ['[{"a":1},]', /JSON/],
  ['[,]', /JSON/],
  ['{"meta":tru,"data":[{"a":1}]}', /JSON/],
  ['{"meta":01,"data":[{"a":1}]}', /JSON/],
  ['{"meta":1 "data":[{"a":1}]}', /JSON/],
  ['{"data"}', /JSON/],
  ['{"data":}', /JSON/],
  ['{data:1}', /JSON/],
  ['"', /JSON/],
  ['', /JSON/],
])('%s is no JSON, and the message says so', async (text, message) => {
  expect(await faultOf(readJson(text))).toMatch(message);
});

test('hostile JSON ends with a rejection', async () => {
  expect(await faultOf(readJson('['.repeat(100_000)))).toContain('nested');
  expect(await faultOf(readJson(`[{"a":"${'x'.repeat(17 * 1024 * 1024)}"}]`))).toContain('row_path');
  expect(await faultOf(readJson('{"a":1,"b":{"c":[]}}', ['x', 'y']))).toContain('b/c');
  const values = Array.from({ length: 300_000 }, () => 1).join();
  expect(await faultOf(readJson(`[[1],[${values}]]`))).toContain('more than 300000 fields');
  const [numbers] = await readJson(`{"a":[${'1e300,'.repeat(100_000)}1]}`);
  expect(JSON.stringify(numbers).length).toBeLessThan(1_000_000);
  expect(await readJson('[{"__proto__":{"polluted":1}}]')).toHaveLength(1);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

const CATALOG =
  '<?xml version="1.0"?><c:catalog xmlns:c="urn:x" brand="L"><info>i</info><c:p id="1"><n lang="en">A &amp; B</n><n lang="de"><![CDATA[<ü>]]></n><e/></c:p><p id="2">t<n>x</n></p></c:catalog>';

test('records of XML are the same in pieces of any size', async () => {
  const whole = await readXml(CATALOG, ['catalog', 'p']);
  expect(whole).toEqual([
    {
      '@id': '1',
      n: [
        { '@lang': 'en', '': 'A & B' },
        { '@lang': 'de', '': '<ü>' },
      ],
      e: '',
    },
    { '@id': '2', n: 'x', '': 't' },
  ]);
  for (let size = 1; size < 30; size += 1)
    expect(await readXml(CATALOG, ['catalog', 'p'], size)).toEqual(whole);
});

test('hostile XML ends with a rejection, and expands nothing', async () => {
  const bomb = '<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;">]><a><p>&y;</p></a>';
  expect(await faultOf(readXml(bomb, ['a', 'p']))).toContain('DOCTYPE');
  const file = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a><p>&x;</p></a>';
  expect(await faultOf(readXml(file, ['a', 'p']))).toContain('DOCTYPE');
  expect(await faultOf(readXml('<a><p>&x;</p></a>', ['a', 'p']))).toContain('line 1');
  expect(await faultOf(readXml('<a><p>', ['a', 'p']))).toContain('XML');
  expect(await faultOf(readXml(`<a>${'<b>'.repeat(1_000)}`, ['a', 'p']))).toContain('nested');
  expect(await faultOf(readXml(`<a><p>${'x'.repeat(17 * 1024 * 1024)}</p></a>`, ['a', 'p']))).toContain(
    'row_path',
  );
  for (const endless of ['<a><p b="', '<a><!--'])
    expect(await faultOf(readXml(`${endless}${'x'.repeat(17 * 1024 * 1024)}`, ['a', 'p']))).toContain(
      'row_path',
    );
  expect(await faultOf(readXml('<a><b><c/></b></a>', ['a', 'p']))).toContain('a/b/c');
}, 300_000);

test('any number of records, and of elements beside them, is read with the memory of one', async () => {
  const many = `<a>${'<g><p>1</p><q>2</q></g>'.repeat(60_000)}</a>`;
  expect(await readXml(many, ['a', 'g', 'p'])).toHaveLength(60_000);
});

test('elements beside records take no memory, and reject nothing', async () => {
  const many = '<i a="1">x</i>'.repeat(100_001);
  expect(await readXml(`<c><p>1</p><stock>${many}</stock><p>2</p></c>`, ['c', 'p'])).toHaveLength(2);
  expect(await readXml(`<c><stock>${many}</stock><p>1</p></c>`, ['c', 'p'])).toEqual([{ '': '1' }]);
  expect(await readXml(`<c><x><p>0</p></x><p>1</p></c>`, ['c', 'p'])).toEqual([{ '': '1' }]);
});

test('numbers have the digits of the document', async () => {
  const numbers =
    '{"a":9007199254740993,"b":0.0000001,"c":1.50,"d":-1.5e-7,"e":12345678901234567.50,"f":1e21,"g":1e400,"h":1e99999,"i":1e-30}';
  const [exact] = await readJson(numbers);
  expect(exact).toMatchObject({ a: '9007199254740993', b: '0.0000001', c: 1.5, d: '-0.00000015' });
  expect(exact).toMatchObject({ e: '12345678901234567.5', f: `1${'0'.repeat(21)}`, h: '1e99999' });
  expect(exact).toMatchObject({ g: '1e400', i: 1e-30 });
});
