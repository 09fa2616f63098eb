import { crc32, deflateRawSync } from 'node:zlib';
import {
  directoryOf,
  localHeader,
  type PackedEntry,
} from '../../src/modules/file-formats/workbook/zip-entry.ts';
import type { SeededRandom as Random } from './seeded-random-from.ts';
import {
  inlineCell,
  rowOf,
  sheetOf,
  textRow,
  type WorkbookParts,
  workbookOf,
  workbookParts,
  zipOf,
} from './workbooks.ts';

/** A file that is no harmless workbook. */
export interface MaliciousWorkbook {
  /** What it tries. */
  readonly name: string;
  readonly bytes: Buffer;
  /** Whether it must be refused as a whole; null: it may be harmless after all. */
  readonly isRefused: true | null;
}

const SHEET = 'xl/worksheets/sheet1.xml';
const GOOD_ROWS = `${textRow(1, ['sku', 'attribute_set'])}${textRow(2, ['A-1', 'accessories'])}`;
const GOOD: WorkbookParts = {
  rows: `${GOOD_ROWS}<row r="3"><c r="A3" t="s"><v>0</v></c></row>`,
  strings: '<si><t>A-2</t></si>',
  styles: '<cellXfs><xf numFmtId="14"/></cellXfs>',
};
const MB = 1024 * 1024;

interface Packed {
  readonly name: string;
  readonly packed: Buffer;
  readonly unpackedBytes: number;
  readonly crc: number;
}

/** An archive of parts that are packed already. @param change changes what the directory says of a part */
function archiveOf(
  parts: readonly Packed[],
  change: (entry: PackedEntry) => PackedEntry = (entry) => entry,
): Buffer {
  const entries = parts.map(({ name, packed, unpackedBytes, crc }): PackedEntry => {
    return { name, crc, packedBytes: packed.length, unpackedBytes, isStreamed: false };
  });
  const bytes = entries.flatMap((entry, index) => [
    localHeader(entry),
    parts[index]?.packed ?? Buffer.alloc(0),
  ]);
  return Buffer.concat([...bytes, directoryOf(entries.map(change))]);
}

const pack = (name: string, content: Buffer): Packed => ({
  name,
  packed: deflateRawSync(content, { level: 1 }),
  unpackedBytes: content.length,
  crc: crc32(content),
});

/** A good workbook with one part in place of its own. */
function withPart(name: string, content: Buffer): Buffer {
  const parts = { ...workbookParts(GOOD) };
  delete parts[name];
  return archiveOf([
    ...Object.entries(parts).map(([part, text]) => pack(part, Buffer.from(text))),
    pack(name, content),
  ]);
}

/** A part that is almost nothing packed. */
function bomb(before: string, filling: string, megabytes: number, after: string): Buffer {
  const block = Buffer.from(filling.repeat(Math.ceil(MB / filling.length)));
  return Buffer.concat([
    Buffer.from(before),
    ...Array.from({ length: megabytes }, () => block),
    Buffer.from(after),
  ]);
}

const DTD_LAUGHS = `<!DOCTYPE x [<!ENTITY a "ha">${Array.from({ length: 30 }, (_, index) => `<!ENTITY ${String.fromCharCode(98 + (index % 24))}${index} "${`&a;`.repeat(10)}">`).join('')}]>`;
const DTD_FILE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>';
const DTD_PARAMETER = '<!DOCTYPE x [<!ENTITY % a SYSTEM "http://127.0.0.1:1/x.dtd"> %a;]>';

/** Parts that are wrong in themselves: each is tried in place of each part that is read. */
const EVIL_XML: Readonly<Record<string, string>> = {
  'billion laughs': `${DTD_LAUGHS}<x>&a;</x>`,
  'a file of the server as an entity': `${DTD_FILE}<x>&a;</x>`,
  'a parameter entity': `${DTD_PARAMETER}<x/>`,
  'an entity that nobody declares': '<x>&nobody;</x>',
  'no XML at all': '\u0000\u0001\u0002PK',
  'XML that breaks off': '<x><y>',
  'a thousand levels': `${'<x>'.repeat(1_000)}${'</x>'.repeat(1_000)}`,
  'another encoding': '<?xml version="1.0" encoding="ISO-8859-1"?><x/>',
  'a reference to no character': '<x>&#0;</x>',
};
const READ_PARTS = [
  'xl/workbook.xml',
  '_rels/.rels',
  'xl/_rels/workbook.xml.rels',
  SHEET,
  'xl/sharedStrings.xml',
  'xl/styles.xml',
];

function* evilParts(): Generator<MaliciousWorkbook> {
  for (const part of READ_PARTS)
    for (const [name, xml] of Object.entries(EVIL_XML))
      yield {
        name: `${name} in ${part}`,
        bytes: workbookOf({ ...GOOD, parts: { [part]: xml } }),
        isRefused: true,
      };
}

function* bombs(): Generator<MaliciousWorkbook> {
  const row = '<row><c t="inlineStr"><is><t>a</t></is></c></row>';
  const bombOf = (name: string, part: string, content: Buffer): MaliciousWorkbook => ({
    name,
    bytes: withPart(part, content),
    isRefused: true,
  });
  const harmless = (name: string, part: string, content: Buffer): MaliciousWorkbook => ({
    ...bombOf(name, part, content),
    isRefused: null,
  });
  yield bombOf(
    'a sheet of nothing but blanks',
    SHEET,
    bomb('<worksheet><sheetData>', ' ', 32, '</sheetData></worksheet>'),
  );
  yield bombOf(
    'a sheet of empty cells',
    SHEET,
    bomb('<worksheet><sheetData><row r="1">', '<c/>', 16, '</row></sheetData></worksheet>'),
  );
  yield bombOf(
    'a sheet of empty rows',
    SHEET,
    bomb(`<worksheet><sheetData>`, '<row/>', 16, '</sheetData></worksheet>'),
  );
  yield bombOf(
    'a text of 48 MB',
    SHEET,
    bomb('<worksheet><sheetData><row><c t="str"><v>', 'a', 24, '</v></c></row></sheetData></worksheet>'),
  );
  yield bombOf('an attribute of 48 MB', SHEET, bomb('<worksheet><sheetData x="', 'a', 24, '"/></worksheet>'));
  yield bombOf(
    'a comment of 48 MB',
    SHEET,
    bomb('<worksheet><!-- ', 'a', 24, ' --><sheetData/></worksheet>'),
  );
  yield bombOf(
    'a million attributes',
    SHEET,
    Buffer.from(`<worksheet ${Array.from({ length: 250_000 }, (_, index) => `a${index}=""`).join(' ')}/>`),
  );
  yield harmless(
    'rows that are all alike',
    SHEET,
    bomb('<worksheet><sheetData>', row, 4, '</sheetData></worksheet>'),
  );
  yield harmless(
    'shared texts that are all alike',
    'xl/sharedStrings.xml',
    bomb('<sst>', '<si><t>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</t></si>', 4, '</sst>'),
  );
  yield bombOf(
    'a shared text of 48 MB',
    'xl/sharedStrings.xml',
    bomb('<sst><si><t>', 'a', 24, '</t></si></sst>'),
  );
  yield bombOf(
    'a shared text of many runs',
    'xl/sharedStrings.xml',
    bomb('<sst><si>', '<r><t>aaaaaaaaaaaaaaaa</t></r>', 7, '</si></sst>'),
  );
  yield bombOf(
    'styles without end',
    'xl/styles.xml',
    bomb('<styleSheet><cellXfs>', '<xf numFmtId="1"/>', 7, '</cellXfs></styleSheet>'),
  );
  yield bombOf(
    'sheets without end',
    'xl/workbook.xml',
    bomb('<workbook><sheets>', '<sheet name="a" id="b"/>', 2, '</sheets></workbook>'),
  );
  // Many different texts that pack badly: more than may be held.
  yield { name: 'more shared texts than are held', bytes: manyTexts(), isRefused: true };
  yield { name: 'more parts than a workbook has', bytes: manyParts(6_000), isRefused: true };
}

function manyTexts(): Buffer {
  const texts: string[] = [];
  for (let index = 0, size = 0; size < 52 * MB; index += 1) {
    const text = `${index} ${(Math.imul(index, 2_654_435_761) >>> 0).toString(36)} ${'abcdefghijklmnop'.repeat(60)}`;
    size += text.length;
    texts.push(`<si><t>${text}</t></si>`);
  }
  return withPart('xl/sharedStrings.xml', Buffer.from(`<sst>${texts.join('')}</sst>`));
}

const manyParts = (count: number) =>
  zipOf({
    ...workbookParts(GOOD),
    ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`x/${index}.xml`, ''])),
  });

/** Directories that do not say what is there. */
function* lies(): Generator<MaliciousWorkbook> {
  const parts = workbookParts(GOOD);
  const lie = (name: string, change: (entry: PackedEntry) => PackedEntry): MaliciousWorkbook => ({
    name,
    bytes: zipOf(parts, (entry) => (entry.name === SHEET ? change(entry) : entry)),
    isRefused: true,
  });
  yield lie('a sheet that is larger than its stated size', (entry) => ({ ...entry, unpackedBytes: 10 }));
  yield lie('a sheet that is smaller than its stated size', (entry) => ({
    ...entry,
    unpackedBytes: entry.unpackedBytes + 1,
  }));
  yield lie('a sheet of four gigabytes', (entry) => ({ ...entry, unpackedBytes: 0xfffffffe }));
  yield lie('a size that stands nowhere', (entry) => ({ ...entry, unpackedBytes: 0xffffffff }));
  yield lie('another checksum', (entry) => ({ ...entry, crc: entry.crc ^ 1 }));
  yield lie('a sheet that goes on behind the file', (entry) => ({
    ...entry,
    packedBytes: entry.packedBytes + MB,
  }));
  yield { name: 'parts that lie over each other', bytes: overlapping(), isRefused: true };
  yield { name: 'a part twice', bytes: twice(), isRefused: true };
  yield {
    name: 'a sheet outside of the archive',
    bytes: workbookOf({
      ...GOOD,
      parts: { 'xl/_rels/workbook.xml.rels': relationTo('../../../../etc/passwd') },
    }),
    isRefused: true,
  };
  yield {
    name: 'a sheet somewhere else',
    bytes: workbookOf({
      ...GOOD,
      parts: { 'xl/_rels/workbook.xml.rels': relationTo('http://127.0.0.1:1/') },
    }),
    isRefused: true,
  };
  yield {
    name: 'a sheet that is not there',
    bytes: workbookOf({ ...GOOD, parts: { [SHEET]: null } }),
    isRefused: true,
  };
  yield { name: 'no workbook in it', bytes: zipOf({ 'a.txt': 'a' }), isRefused: true };
  yield {
    name: 'an archive in an archive',
    bytes: zipOf({ 'inner.xlsx': workbookOf(GOOD).toString('latin1') }),
    isRefused: true,
  };
  yield {
    name: 'an archive beside the sheets',
    bytes: withPart('xl/embeddings/inner.zip', workbookOf(GOOD)),
    isRefused: null,
  };
  yield {
    name: 'macros beside the sheets',
    bytes: withPart('xl/vbaProject.bin', Buffer.from('Sub Auto_Open()')),
    isRefused: null,
  };
  yield {
    name: 'wrong content types',
    bytes: workbookOf({
      ...GOOD,
      parts: { '[Content_Types].xml': '<Types><Default Extension="xml" ContentType="text/html"/></Types>' },
    }),
    isRefused: null,
  };
  yield {
    name: 'content types that are no XML',
    bytes: workbookOf({ ...GOOD, parts: { '[Content_Types].xml': '<html' } }),
    isRefused: null,
  };
  yield {
    name: 'a document of another program',
    bytes: zipOf({ 'word/document.xml': '<x/>', 'content.xml': '<x/>' }),
    isRefused: true,
  };
  yield {
    name: 'a workbook with a password',
    bytes: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4_096)]),
    isRefused: true,
  };
  yield { name: 'an encrypted part', bytes: encrypted(), isRefused: true };
  yield { name: 'a part in another packing', bytes: packedOtherwise(), isRefused: true };
  yield { name: 'nothing', bytes: Buffer.alloc(0), isRefused: true };
  yield { name: 'two letters', bytes: Buffer.from('PK'), isRefused: true };
  yield { name: 'an end alone', bytes: directoryOf([]), isRefused: true };
  yield { name: 'a million entries that are not there', bytes: countedWrong(), isRefused: true };
  yield {
    name: 'an end in a comment',
    bytes: Buffer.concat([workbookOf(GOOD), directoryOf([])]),
    isRefused: true,
  };
  yield {
    name: 'a picture with a workbook behind it',
    bytes: Buffer.concat([Buffer.from('GIF89a'), workbookOf(GOOD)]),
    isRefused: true,
  };
}

const relationTo = (target: string) =>
  `<Relationships><Relationship Id="s0" Type="x/worksheet" Target="${target}"/></Relationships>`;

/** The place of a part in the directory, counted from its end. */
function inDirectory(file: Buffer, name: string): number {
  const at = file.lastIndexOf(name);
  return at - 46;
}

function overlapping(): Buffer {
  const file = workbookOf(GOOD);
  const at = inDirectory(file, SHEET);
  file.writeUInt32LE(file.readUInt32LE(at + 42) - 20, at + 42);
  return file;
}

function twice(): Buffer {
  const parts = Object.entries(workbookParts(GOOD)).map(([name, text]) => pack(name, Buffer.from(text)));
  return archiveOf([...parts, pack(SHEET, Buffer.from(sheetOf(GOOD_ROWS)))]);
}

function encrypted(): Buffer {
  const file = workbookOf(GOOD);
  const at = inDirectory(file, SHEET);
  file.writeUInt16LE(1, at + 8);
  return file;
}

function packedOtherwise(): Buffer {
  const file = workbookOf(GOOD);
  file.writeUInt16LE(14, inDirectory(file, SHEET) + 10);
  return file;
}

function countedWrong(): Buffer {
  const file = workbookOf(GOOD);
  file.writeUInt16LE(60_000, file.length - 12);
  return file;
}

/** Sheets that no program would write. */
function* strangeSheets(random: Random): Generator<MaliciousWorkbook> {
  const strange = (name: string, rows: string, isRefused: true | null = true): MaliciousWorkbook => ({
    name,
    bytes: workbookOf({ rows }),
    isRefused,
  });
  yield strange(
    'a million empty columns',
    rowOf(
      1,
      Array.from({ length: 200_000 }, () => '<c/>'),
    ),
  );
  yield strange('a column behind the last', rowOf(1, [inlineCell('XFE1', 'sku')]));
  yield strange('a column of four letters', rowOf(1, [inlineCell('AAAA1', 'sku')]));
  yield strange('a row behind the last', `${GOOD_ROWS}<row r="1048577"/>`);
  yield strange('rows that go backwards', `${GOOD_ROWS}<row r="1"/>`);
  yield strange('a row without number', '<row r="NaN"/>');
  yield strange('a negative row', '<row r="-1"/>');
  yield strange('cells that go backwards', rowOf(1, [inlineCell('B1', 'sku'), inlineCell('A1', 'x')]));
  yield strange('no header', '');
  yield strange(
    'a header far to the right',
    rowOf(1, [inlineCell('A1', 'sku'), inlineCell('XFD1', 'x')]),
    null,
  );
  yield strange(
    'one cell in the last row',
    `${GOOD_ROWS}${rowOf(1_048_576, [inlineCell('A1048576', 'A-2')])}`,
    null,
  );
  yield strange('rows in rows', `${GOOD_ROWS}<row r="3"><row r="4"/></row>`, null);
  yield strange('cells outside of rows', `${GOOD_ROWS}${inlineCell('A9', 'x')}`, null);
  yield strange(
    'a formula that calls a program',
    `${GOOD_ROWS}${rowOf(3, [`<c r="A3" t="str"><f>cmd|' /c calc'!A0</f><v>A-3</v></c>`])}`,
    null,
  );
  yield strange(
    'a text that is a formula',
    `${GOOD_ROWS}${textRow(3, ['=HYPERLINK(&quot;http://127.0.0.1&quot;)', 'x'])}`,
    null,
  );
  yield strange(
    'names of prototypes',
    `${textRow(1, ['sku', '__proto__', 'constructor'])}${textRow(2, ['A', 'b', 'c'])}`,
    null,
  );
  for (let index = 0; index < 20; index += 1) {
    const type = random.pick(['s', 'n', 'b', 'e', 'd', 'str', 'inlineStr', '', 'x']);
    const value = random.pick([
      '-1',
      '1e400',
      '99999999999',
      'NaN',
      '',
      '&#xD;',
      '_x0000_',
      '1'.repeat(400),
      'Infinity',
      '0x10',
    ]);
    yield strange(
      `a cell of type '${type}' with '${value.slice(0, 20)}'`,
      `${GOOD_ROWS}<row r="3"><c r="A3" t="${type}" s="${random.pick(['-1', '1e9', 'x', '0'])}"><v>${value}</v></c></row>`,
      null,
    );
  }
}

/** A good workbook with some bytes of it changed, cut out or put in, or without its end. */
function mutated(random: Random, good: Buffer): MaliciousWorkbook {
  const bytes = Buffer.from(good);
  const kind = random.pick(['changed', 'cut off', 'shortened', 'doubled'] as const);
  const at = random.integer(0, bytes.length - 1);
  if (kind === 'cut off') return { name: `cut off at ${at}`, bytes: bytes.subarray(0, at), isRefused: true };
  const length = 1 + random.integer(0, 39);
  if (kind === 'shortened')
    return {
      name: `without ${length} bytes at ${at}`,
      bytes: Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]),
      isRefused: null,
    };
  if (kind === 'doubled')
    return {
      name: `${length} bytes twice at ${at}`,
      bytes: Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]),
      isRefused: null,
    };
  for (let change = 0; change < 4; change += 1)
    bytes[random.integer(0, bytes.length - 1)] = random.integer(0, 255);
  return { name: `changed near ${at}`, bytes, isRefused: null };
}

/** All that was thought of, and good workbooks that were damaged at random until there are so many. */
export function* maliciousWorkbooks(random: Random, count: number): Generator<MaliciousWorkbook> {
  let yieldedCount = 0;
  for (const file of (function* () {
    yield* evilParts();
    yield* lies();
    yield* strangeSheets(random);
    yield* bombs();
  })()) {
    yieldedCount += 1;
    yield file;
  }
  const good = workbookOf(GOOD);
  for (; yieldedCount < count; yieldedCount += 1) yield mutated(random, good);
}
