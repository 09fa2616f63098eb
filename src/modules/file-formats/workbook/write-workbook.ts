import { constants, crc32, deflateRawSync } from 'node:zlib';
import { RequestError } from '../../../kernel/errors.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { decimalOfNumber, padDecimals, serialOfDate } from './cell-number.ts';
import { columnLetters } from './cell-reference.ts';
import { writeCellString } from './cell-string.ts';
import { CELL_CHARACTERS, SHEET_COLUMNS, SHEET_ROWS, WORKBOOK_LIMITS } from './workbook-limits.ts';
import { dataDescriptor, directoryOf, localHeader, type PackedEntry, packEntry } from './zip-entry.ts';

/** Type of the cells of a written column. A value that the type cannot hold without loss is written as text. */
export type CellKind = 'text' | 'number' | 'boolean' | 'date';

/** A sheet to be written, alone in its workbook. */
export interface WorksheetLayout {
  /** Name of up to 31 characters. */
  readonly name: string;
  readonly header: readonly string[];
  readonly kinds: readonly CellKind[];
  /** Number of the row with the names of the columns; those before it stay empty. */
  readonly headerRow: number;
}

/** Progress of writing a sheet: the state that another process needs to continue. */
export interface WorksheetProgress {
  /** Number of the last row. */
  readonly row: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
}

/** The bytes that come next, and how far the sheet is with them. */
export interface WorkbookChunk {
  readonly bytes: Buffer;
  readonly progress: WorksheetProgress;
}

/**
 * A workbook (ECMA-376) whose bytes come in pieces that follow from its rows alone, so that a piece can be written again
 * and by others. Texts are cells of type text, whatever they begin with: no program computes them.
 */
export interface WorkbookWriter {
  /** Returns the beginning of the file, including the names of the columns. */
  begin(): WorkbookChunk;
  /** @throws RequestError `payload-too-large` for more than a sheet or a cell can hold */
  rows(progress: WorksheetProgress, rows: readonly (readonly string[])[]): WorkbookChunk;
  end(progress: WorksheetProgress): Buffer;
}

const SHEET_PART = 'xl/worksheets/sheet1.xml';
const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** An empty last block: pieces before it end where a block ends. */
const LAST_BLOCK = Buffer.from([3, 0]);

/** @throws RequestError `payload-too-large` for more columns than a sheet has */
export function createWorkbookWriter(shape: WorksheetLayout): WorkbookWriter {
  const { header, kinds, headerRow, name } = shape;
  if (header.length > SHEET_COLUMNS)
    throw tooLarge(localized('sheet-too-many-columns', { count: header.length, max: SHEET_COLUMNS }));
  const parts = partsOf(name).map(([part, text]) => packEntry(part, text));
  const pack = (progress: WorksheetProgress, text: string, row: number): WorkbookChunk => {
    const unpacked = Buffer.from(text);
    const bytes = deflateRawSync(unpacked, { finishFlush: constants.Z_FULL_FLUSH });
    const next: WorksheetProgress = {
      row,
      crc: crc32(unpacked, progress.crc),
      packedBytes: progress.packedBytes + bytes.length,
      unpackedBytes: progress.unpackedBytes + unpacked.length,
    };
    if (next.unpackedBytes > WORKBOOK_LIMITS.sheetBytes) throw tooLarge(localized('sheet-full'));
    return { bytes, progress: next };
  };
  const letters = header.map((_, position) => columnLetters(position));
  return {
    begin() {
      const cells = header.map((text, position) =>
        textCell(`${letters[position]}${headerRow}`, text, HEADER),
      );
      const text = `${headOf(shape)}<row r="${headerRow}">${cells.join('')}</row>`;
      const { bytes, progress } = pack(NOTHING, text, headerRow);
      const before = [...parts.map((part) => part.bytes), localHeader(sheetEntry(NOTHING))];
      return { bytes: Buffer.concat([...before, bytes]), progress };
    },
    rows(progress, rows) {
      const last = progress.row + rows.length;
      if (last > SHEET_ROWS) throw tooLarge(localized('sheet-too-many-rows', { max: SHEET_ROWS }));
      const text = rows.map((cells, index) => {
        const row = progress.row + index + 1;
        const written = cells.map((cell, position) =>
          cell === ''
            ? ''
            : writeCell(`${letters[position]}${row}`, cell, kinds[position] ?? 'text', header[position]),
        );
        return `<row r="${row}">${written.join('')}</row>`;
      });
      return pack(progress, text.join(''), last);
    },
    end(progress) {
      const reference = `A${headerRow}:${letters.at(-1) ?? 'A'}${progress.row}`;
      const tail = `</sheetData><autoFilter ref="${reference}"/></worksheet>`;
      const { bytes, progress: reached } = pack(progress, tail, progress.row);
      const entry = sheetEntry({ ...reached, packedBytes: reached.packedBytes + LAST_BLOCK.length });
      const entries = [...parts.map((part) => part.entry), entry];
      return Buffer.concat([bytes, LAST_BLOCK, dataDescriptor(entry), directoryOf(entries)]);
    },
  };
}

const NOTHING: WorksheetProgress = { row: 0, crc: 0, packedBytes: 0, unpackedBytes: 0 };

const sheetEntry = ({ crc, packedBytes, unpackedBytes }: WorksheetProgress): PackedEntry => ({
  name: SHEET_PART,
  crc,
  packedBytes,
  unpackedBytes,
  isStreamed: true,
});

const tooLarge = (message: Message) =>
  new RequestError('payload-too-large', localized('export-less', { message }), {});

/** Cell styles by their index in the part of styles. */
const DATE = 1;
const TEXT = 2;
const HEADER = 3;
/** Formats of numbers with 1, 2 … digits behind the point come behind these. */
const DECIMALS = 3;
const MAX_DECIMALS = 12;
const FIRST_OWN_FORMAT = 164;

function writeCell(reference: string, cell: string, kind: CellKind, column: string | undefined): string {
  if (kind === 'number') {
    const decimals = cell.split('.')[1]?.length ?? 0;
    if (isExact(cell, decimals))
      return `<c r="${reference}"${decimals === 0 ? '' : ` s="${DECIMALS + decimals}"`}><v>${cell}</v></c>`;
  }
  if (kind === 'boolean' && (cell === '1' || cell === '0'))
    return `<c r="${reference}" t="b"><v>${cell}</v></c>`;
  const serial = kind === 'date' ? serialOfDate(cell) : null;
  if (serial !== null) return `<c r="${reference}" s="${DATE}"><v>${serial}</v></c>`;
  if (cell.length > CELL_CHARACTERS)
    throw tooLarge(
      localized('cell-text-too-long', {
        column: column ?? '',
        cell: reference,
        count: cell.length,
        max: CELL_CHARACTERS,
      }),
    );
  return textCell(reference, cell, TEXT);
}

const textCell = (reference: string, text: string, style: number) =>
  `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${writeCellString(text)}</t></is></c>`;

/** Returns true if a number of a sheet keeps every digit of a decimal. */
function isExact(decimal: string, decimals: number): boolean {
  if (decimals > MAX_DECIMALS || !/^-?(0|[1-9]\d*)(\.\d+)?$/.test(decimal)) return false;
  const digits = decimal.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length <= 15 && padDecimals(decimalOfNumber(decimal) ?? '', decimals) === decimal;
}

function headOf({ header, kinds, headerRow }: WorksheetLayout): string {
  const columns = header.map((_, position) => {
    const style = (kinds[position] ?? 'text') === 'text' ? ` style="${TEXT}"` : '';
    // A value that is later typed into a column of texts stays a text too: codes keep their zeros.
    return `<col min="${position + 1}" max="${position + 1}" width="18"${style} customWidth="1"/>`;
  });
  const frozen = `<pane ySplit="${headerRow}" topLeftCell="A${headerRow + 1}" activePane="bottomLeft" state="frozen"/>`;
  return `${XML}<worksheet xmlns="${SPREADSHEET}"><sheetViews><sheetView tabSelected="1" workbookViewId="0">${frozen}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns.join('')}</cols><sheetData>`;
}

function partsOf(sheet: string): readonly (readonly [string, string])[] {
  const relations = (entries: readonly (readonly [string, string])[]) =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${entries
      .map(
        ([type, target], index) =>
          `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`;
  const types = [
    ['/xl/workbook.xml', 'sheet.main'],
    [`/${SHEET_PART}`, 'worksheet'],
    ['/xl/styles.xml', 'styles'],
  ].map(([part, type]) => `<Override PartName="${part}" ContentType="${CONTENT}.${type}+xml"/>`);
  const name = writeCellString(sheet).replaceAll('"', '&quot;');
  return [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${types.join('')}</Types>`,
    ],
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATIONS}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['styles', 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', stylesPart()],
  ];
}

function stylesPart(): string {
  const decimals = Array.from({ length: MAX_DECIMALS }, (_, index) => `0.${'0'.repeat(index + 1)}`);
  const formats = ['yyyy\\-mm\\-dd', ...decimals].map(
    (code, index) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + index}" formatCode="${code}"/>`,
  );
  const xf = (format: number, more = '') =>
    `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0"${format === 0 ? '' : ' applyNumberFormat="1"'}${more}/>`;
  const bold = xf(49).replace('fontId="0"', 'fontId="1"').replace('/>', ' applyFont="1"/>');
  const styles = [xf(0), xf(FIRST_OWN_FORMAT), xf(49), bold];
  styles.push(...decimals.map((_, index) => xf(FIRST_OWN_FORMAT + 1 + index)));
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
  return [
    `${XML}<styleSheet xmlns="${SPREADSHEET}">`,
    `<numFmts count="${formats.length}">${formats.join('')}</numFmts>`,
    `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>`,
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>`,
    `<cellXfs count="${styles.length}">${styles.join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ].join('');
}
