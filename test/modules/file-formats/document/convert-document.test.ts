// Risk: cells of a document differ from its fields, a row is lost, or a small document fills the disk.
import { expect, test } from 'vitest';
import {
  collectDocument,
  convertDocument,
  type DocumentSettings,
  openStored,
  readCellLines,
} from '../../../../src/modules/file-formats/index.ts';
import { createMemoryStorage } from '../../../support/memory-storage.ts';

interface Request {
  readonly rowPath?: string;
  readonly named?: readonly string[];
}

const settingsOf = (text: string, { rowPath, named = [] }: Request): DocumentSettings => ({
  format: text.startsWith('<') ? 'xml' : 'json',
  options: { rowPath: rowPath ?? null, listSeparator: ',' },
  named,
});

/** Returns the rows of a document as an import reads them, by column, or why it is rejected. */
async function readRows(text: string, request: Request = {}, storage = createMemoryStorage()) {
  async function* file() {
    yield Buffer.from(text);
  }
  await storage.put('file', file());
  try {
    const { key, columns } = await convertDocument(
      storage,
      { key: 'file', start: 0 },
      openStored(storage, 'file'),
      settingsOf(text, request),
    );
    const rows: object[] = [];
    for await (const { source, problem } of readCellLines(openStored(storage, key), { start: 0 }, columns)) {
      const cells = columns.map((column, position) => [column, (source as readonly string[])[position]]);
      rows.push(
        problem === null
          ? Object.fromEntries(cells.filter(([, cell]) => cell !== ''))
          : { problem: problem.code },
      );
    }
    return rows;
  } catch (error) {
    return (error as Error).message;
  }
}

async function previewRows(text: string, request: Request = {}) {
  const { columns, rows } = await collectDocument(Buffer.from(text), settingsOf(text, request));
  const all: unknown[] = [];
  for await (const { source } of rows()) all.push(source);
  return { columns, rows: all };
}

test('one entry of an array is a list, one that is chosen is a text', async () => {
  const record = {
    tags: ['Wood, oiled'],
    note: 'Wood, oiled',
    images: [{ url: 'https://x.test/a,b.jpg' }, { url: 'https://x.test/c.jpg' }],
    one: [{ url: 'https://x.test/a,b.jpg' }],
  };
  expect(await readRows(JSON.stringify([record]), { named: ['images[0]/url'] })).toEqual([
    {
      tags: '"Wood, oiled"',
      note: 'Wood, oiled',
      'images/url': '"https://x.test/a,b.jpg",https://x.test/c.jpg',
      'one/url': '"https://x.test/a,b.jpg"',
      'images[0]/url': 'https://x.test/a,b.jpg',
    },
  ]);
});

test.each([
  ['[{"a/b":1,"a":{"b":2}}]', {}],
  ['[{"a":{"b":2},"a/b":1}]', {}],
  ['[{"t":{"x":1},"p":[{"parent/t/x":2}]}]', { rowPath: 'p' }],
  ['<c a="1"><p><parent a="2"/></p></c>', { rowPath: 'c/p' }],
])('two fields of one path are an error: %s', async (text, request) => {
  expect(await readRows(text, request)).toMatch(/Two fields of a record have the path/);
});

test('a row that is too long fails, and the others are read', async () => {
  const long = 'ü'.repeat(9_000_000);
  const rows = await readRows(JSON.stringify([{ a: 1 }, { a: long }, { a: 3 }]));
  expect(rows).toEqual([{ a: '1' }, { problem: 'invalid-format' }, { a: '3' }]);
});

test('what is around records is read up to a limit, and a column that it has more of is an error', async () => {
  const info = 'x'.repeat(70_000);
  const xml = `<c brand="L"><a>1</a><info>${info}</info><b>2</b><p>1</p><p>2</p></c>`;
  const json = JSON.stringify({ brand: 'L', info, p: [{ value: 1 }, { value: 2 }] });
  expect(await readRows(xml, { rowPath: 'c/p' })).toEqual(
    ['1', '2'].map((value) => ({ value, 'parent/@brand': 'L', 'parent/a': '1' })),
  );
  expect(await readRows(json, { rowPath: 'data/p' })).toContain('row_path');
  expect(await readRows(`{"data":${json}}`, { rowPath: 'data/p' })).toHaveLength(2);
  expect(await readRows(`[${json}]`, { rowPath: 'p' })).toEqual(
    ['1', '2'].map((value) => ({ value, 'parent/brand': 'L' })),
  );
  for (const [text, rowPath] of [
    [xml, 'c/p'],
    [`[${json}]`, 'p'],
  ] as const)
    expect(await readRows(text, { rowPath, named: ['parent/b'] })).toContain("'parent/b' is not read");
});

test('a copy that was made for other columns does not hide that fields around a record were left out', async () => {
  const text = JSON.stringify([{ title: 'x'.repeat(70_000), p: [{ value: 1 }] }]);
  const storage = createMemoryStorage();
  expect(await readRows(text, { rowPath: 'p' }, storage)).toEqual([{ value: '1' }]);
  const request = { rowPath: 'p', named: ['parent/title'] };
  expect(await readRows(text, request, storage)).toContain("'parent/title' is not read");
});

test('the name of a column has a limit', async () => {
  expect(await readRows(JSON.stringify([{ ['k'.repeat(501)]: 1 }]))).toContain('more than 500 characters');
  expect(
    await readRows(`<c><${'k'.repeat(501)}><p/></${'k'.repeat(501)}></c>`, { rowPath: 'c/p' }),
  ).toContain('row_path');
});

test('a preview reads the records at the beginning of a document, wherever it ends', async () => {
  const json = '{"data":[{"a":1},{"a":"ü"},{"a":[3,{"b":"x"}]}]}';
  const xml = '<c n="1"><p><a>1</a></p><p><a>ü</a></p></c>';
  expect(await previewRows(json.slice(0, -12), { rowPath: 'data' })).toEqual({
    columns: ['a'],
    rows: [['1'], ['ü']],
  });
  for (let end = 30; end < json.length; end += 1)
    expect((await previewRows(json.slice(0, end), { rowPath: 'data' })).rows.length).toBeGreaterThan(0);
  for (let end = 24; end < xml.length; end += 1)
    expect((await previewRows(xml.slice(0, end), { rowPath: 'c/p' })).rows[0]).toEqual(['1', '1']);
  await expect(previewRows('[{"a":1},,', {})).rejects.toThrow('JSON');
  await expect(previewRows('<c><p>1</p></d>', { rowPath: 'c/p' })).rejects.toThrow('XML');
  expect(await readRows(json.slice(0, -12), { rowPath: 'data' })).toContain('JSON');
});
