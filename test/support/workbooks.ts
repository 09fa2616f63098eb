import {
  directoryOf,
  type PackedEntry,
  packEntry,
} from '../../src/modules/file-formats/workbook/zip-entry.ts';

/** Parts of a workbook by name; what is not given is an ordinary one. */
export interface WorkbookParts {
  /** The inside of `<sheetData>` of the only sheet. */
  readonly rows?: string;
  /** Whole sheets by name, instead of `rows`. */
  readonly sheets?: Readonly<Record<string, string>>;
  /** The inside of `<sst>`. */
  readonly strings?: string;
  /** The inside of `<styleSheet>`. */
  readonly styles?: string;
  readonly workbookProperties?: string;
  /** Instead of any part of that name, or beside them; null leaves it out. */
  readonly parts?: Readonly<Record<string, string | null>>;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The XML of a sheet. */
export const sheetOf = (rows: string) =>
  `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;

/** The parts of a workbook, as texts. */
export function workbookParts(given: WorkbookParts): Record<string, string> {
  const { rows = '', strings, styles, workbookProperties = '' } = given;
  const sheets = Object.entries(given.sheets ?? { Products: sheetOf(rows) });
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const relations = (inside: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;
  const listed = sheets.map(([name], index) => {
    const state = name.startsWith('hidden') ? ' state="hidden"' : '';
    return `<sheet name="${name}" sheetId="${index + 1}"${state} r:id="s${index}"/>`;
  });
  const targets = sheets.map((_, index) =>
    relation(`s${index}`, 'worksheet', `worksheets/sheet${index + 1}.xml`),
  );
  const parts: Record<string, string | null> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations(relation('r', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">${workbookProperties}<sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      `${targets.join('')}${relation('t', 'sharedStrings', 'sharedStrings.xml')}${relation('f', 'styles', 'styles.xml')}`,
    ),
    ...Object.fromEntries(sheets.map(([, xml], index) => [`xl/worksheets/sheet${index + 1}.xml`, xml])),
    ...(strings === undefined ? {} : { 'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings}</sst>` }),
    ...(styles === undefined
      ? {}
      : { 'xl/styles.xml': `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>` }),
    ...given.parts,
  };
  const present = Object.entries(parts).filter((part): part is [string, string] => part[1] !== null);
  return Object.fromEntries(present);
}

/** An archive of parts. @param change what the directory says of a part otherwise than is true */
export function zipOf(
  parts: Readonly<Record<string, string>>,
  change: (entry: PackedEntry) => PackedEntry = (entry) => entry,
): Buffer {
  const packed = Object.entries(parts).map(([name, text]) => packEntry(name, text));
  return Buffer.concat([
    ...packed.map(({ bytes }) => bytes),
    directoryOf(packed.map(({ entry }) => change(entry))),
  ]);
}

/** A workbook as a file. */
export const workbookOf = (given: WorkbookParts): Buffer => zipOf(workbookParts(given));

/** A row of a sheet: cells in XML, from column A on. */
export function rowOf(number: number, cells: readonly string[]): string {
  return `<row r="${number}">${cells.join('')}</row>`;
}

/** A cell with its text in it. */
export const inlineCell = (reference: string, text: string): string =>
  `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;

/** A row of texts. */
export const textRow = (number: number, texts: readonly string[]): string =>
  rowOf(
    number,
    texts.map((text, index) => inlineCell(`${String.fromCharCode(65 + index)}${number}`, text)),
  );
