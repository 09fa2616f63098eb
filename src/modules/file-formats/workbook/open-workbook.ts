import { localized } from '../../../kernel/problems/messages/message.ts';
import { invalidFileError } from '../csv/inspect-source.ts';
import type { ByteSource } from './byte-source.ts';
import { readBytes } from './byte-source.ts';
import { readCellString } from './cell-string.ts';
import { GENERAL_FORMAT, type NumberFormat, numberFormat } from './number-format.ts';
import { readXml } from './read-xml.ts';
import { StringTable } from './string-table.ts';
import { unpackEntry } from './unpack-entry.ts';
import { WORKBOOK_LIMITS } from './workbook-limits.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';

/** A sheet as the workbook lists it. */
export interface WorksheetMetadata {
  readonly name: string;
  readonly isHidden: boolean;
  /** The part that holds it. */
  readonly part: string;
}

/** A workbook whose sheets can be read. */
export interface Workbook {
  /** Sheets with cells, in their order. */
  readonly sheets: readonly WorksheetMetadata[];
  /** True if its days count from 1904. */
  readonly is1904: boolean;
  /** Returns the texts that sheets share, and what the formats of cells say; read once they are needed. */
  readShared(): Promise<SharedParts>;
  /** Unpacks a sheet. */
  open(sheet: WorksheetMetadata): AsyncGenerator<Buffer>;
}

export interface SharedParts {
  readonly strings: StringTable;
  /** Returns the number format by the style of a cell. */
  formatOf(style: number): NumberFormat;
}

/**
 * Opens a workbook (ECMA-376, `.xlsx` and `.xlsm`). Only the parts that hold cells are ever unpacked: nothing in it is
 * run, fetched, or looked into besides.
 *
 * @throws ValidationFailed `import-file-invalid`
 */
export async function openWorkbook(source: ByteSource): Promise<Workbook> {
  await rejectOtherFormats(source);
  const entries = new Map<string, ZipEntry>();
  for (const entry of await readZipDirectory(source)) {
    const key = entry.name.toLowerCase();
    if (entries.has(key))
      throw invalidFileError(localized('workbook-part-twice', { part: entry.name.slice(0, 100) }));
    entries.set(key, entry);
  }
  const unpack = (part: string, limitBytes: number) => {
    const entry = entries.get(part.toLowerCase());
    return entry === undefined ? null : unpackEntry(source, entry, limitBytes);
  };
  const parts: Parts = { names: new Set(entries.keys()), unpack };
  const main = await findMainPart(parts);
  const { listed, is1904 } = await readMainPart(parts, main);
  const targets = await readRelations(parts, relationsOf(main));
  const sheets = listed.flatMap(({ name, isHidden, id }): WorksheetMetadata[] => {
    const target = targets.find((one) => one.id === id);
    if (target === undefined || !/\/worksheet$/.test(target.type)) return [];
    const part = resolvePart(main, target.target);
    if (!entries.has(part.toLowerCase()))
      throw invalidFileError(localized('workbook-part-missing', { part: part.slice(0, 100), sheet: name }));
    return [{ name, isHidden, part }];
  });
  if (sheets.length === 0) throw invalidFileError(localized('workbook-empty'));
  const partOf = (kind: string) => {
    const target = targets.find(({ type }) => type.endsWith(`/${kind}`));
    return target === undefined ? null : resolvePart(main, target.target);
  };
  let shared: Promise<SharedParts> | undefined;
  return {
    sheets,
    is1904,
    readShared() {
      shared ??= readShared(parts, partOf('sharedStrings'), partOf('styles'));
      return shared;
    },
    open: ({ part }) => parts.unpack(part, WORKBOOK_LIMITS.sheetBytes) ?? nothing(),
  };
}

interface Parts {
  readonly names: ReadonlySet<string>;
  /** Returns null when there is no such part. */
  unpack(part: string, limitBytes: number): AsyncGenerator<Buffer> | null;
}

async function* nothing(): AsyncGenerator<Buffer> {}

/** Rejects other files by their first bytes. */
async function rejectOtherFormats(source: ByteSource): Promise<void> {
  const head = await readBytes(source, 0, 8);
  if (head.length === 0) throw invalidFileError(localized('file-empty'));
  if (head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0])))
    throw invalidFileError(localized('workbook-old-or-locked'));
  if (head.subarray(0, 2).toString('latin1') !== 'PK') throw invalidFileError(localized('not-a-workbook'));
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

async function findMainPart(parts: Parts): Promise<string> {
  const relations = await readRelations(parts, '_rels/.rels');
  const main = relations.find(({ type }) => type.endsWith('/officeDocument'));
  const part = resolvePart('', main?.target ?? 'xl/workbook.xml');
  if (/\.bin$/i.test(part)) throw invalidFileError(localized('workbook-binary'));
  if (parts.names.has(part.toLowerCase())) return part;
  const isOther = parts.names.has('content.xml') || parts.names.has('word/document.xml');
  throw invalidFileError(isOther ? localized('office-document') : localized('archive-not-workbook'));
}

const relationsOf = (part: string) => part.replace(/([^/]*)$/, '_rels/$1.rels');

/** Returns the path that a target leads to from a part; the path never leaves the archive. */
function resolvePart(from: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const path = from.split('/').slice(0, -1);
  for (const word of target.split('/')) {
    if (word === '..') path.pop();
    else if (word !== '.') path.push(word);
  }
  return path.join('/');
}

async function readRelations(parts: Parts, part: string): Promise<readonly Relation[]> {
  const pieces = parts.unpack(part, WORKBOOK_LIMITS.partBytes);
  if (pieces === null) return [];
  const relations: Relation[] = [];
  await readXml(part, pieces, {
    open({ name, attribute }) {
      if (name !== 'Relationship' || attribute('TargetMode') === 'External') return;
      const [id, type, target] = [attribute('Id'), attribute('Type'), attribute('Target')];
      if (id !== undefined && type !== undefined && target !== undefined)
        relations.push({ id, type, target });
    },
  });
  return relations;
}

interface MainPart {
  readonly listed: readonly { readonly name: string; readonly isHidden: boolean; readonly id: string }[];
  readonly is1904: boolean;
}

async function readMainPart(parts: Parts, part: string): Promise<MainPart> {
  const listed: MainPart['listed'][number][] = [];
  let is1904 = false;
  const pieces = parts.unpack(part, WORKBOOK_LIMITS.partBytes) ?? nothing();
  await readXml(part, pieces, {
    open({ name, attribute }) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attribute('date1904') ?? '');
      if (name !== 'sheet') return;
      const sheet = readCellString(attribute('name') ?? '');
      listed.push({
        name: sheet,
        isHidden: /hidden/i.test(attribute('state') ?? ''),
        id: attribute('id') ?? '',
      });
      if (listed.length > WORKBOOK_LIMITS.sheets)
        throw invalidFileError(localized('workbook-too-many-sheets', { max: WORKBOOK_LIMITS.sheets }));
    },
  });
  return { listed, is1904 };
}

async function readShared(parts: Parts, strings: string | null, styles: string | null): Promise<SharedParts> {
  const table = new StringTable();
  const texts = strings === null ? null : parts.unpack(strings, WORKBOOK_LIMITS.stringsBytes);
  if (texts !== null) await readStrings(strings ?? '', texts, table);
  const looks = styles === null ? null : parts.unpack(styles, WORKBOOK_LIMITS.partBytes);
  const formats = looks === null ? [] : await readStyles(styles ?? '', looks);
  return { strings: table, formatOf: (style) => formats[style] ?? GENERAL_FORMAT };
}

/** Reads the texts of the table: those of their runs together, without the phonetic readings of East Asian names. */
async function readStrings(part: string, pieces: AsyncIterable<Buffer>, table: StringTable): Promise<void> {
  let text = '';
  let isText = false;
  let isReading = false;
  await readXml(part, pieces, {
    open({ name }) {
      if (name === 'si') text = '';
      else if (name === 'rPh') isReading = true;
      else if (name === 't') isText = !isReading;
    },
    close(name) {
      if (name === 'si') table.add(readCellString(text));
      else if (name === 'rPh') isReading = false;
      else if (name === 't') isText = false;
    },
    text(more) {
      if (!isText) return;
      text += more;
      if (text.length > WORKBOOK_LIMITS.silentCharacters)
        throw invalidFileError(localized('workbook-text-too-long'));
    },
  });
}

const MAX_STYLES = 65_536;

/** Returns the meaning of the number formats of the cell styles, by style. */
async function readStyles(part: string, pieces: AsyncIterable<Buffer>): Promise<readonly NumberFormat[]> {
  const own = new Map<number, string>();
  const ids: number[] = [];
  let isOfCells = false;
  await readXml(part, pieces, {
    open({ name, attribute }) {
      if (name === 'numFmt') own.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
      else if (name === 'cellXfs') isOfCells = true;
      else if (name === 'xf' && isOfCells) ids.push(Number(attribute('numFmtId') ?? 0));
      if (own.size + ids.length > MAX_STYLES) throw invalidFileError(localized('workbook-too-many-styles'));
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  const formatsById = new Map<number, NumberFormat>();
  return ids.map((id) => {
    const format = formatsById.get(id) ?? numberFormat(id, own);
    formatsById.set(id, format);
    return format;
  });
}
