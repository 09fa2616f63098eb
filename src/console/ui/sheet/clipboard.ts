/** The texts of a rectangle of cells, row by row. */
export type CellBlock = readonly (readonly string[])[];

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const writeCell = (text: string) => (/[\t\r\n"]/.test(text) ? quoted(text) : text);

/** Writes cells as spreadsheets write them to the clipboard: tabs between columns, line breaks between rows. */
export function toTsv(block: CellBlock): string {
  const lines = block.map((row) => row.map(writeCell).join('\t'));
  // Spreadsheets end the text with a line break, which is left out when it is read: an empty last line would be, too.
  return lines.length > 1 && lines.at(-1) === ''
    ? [...lines.slice(0, -1), '""'].join('\n')
    : lines.join('\n');
}

/** Writes cells as a CSV file. */
export function toCsv(block: CellBlock, separator: ',' | ';'): string {
  const special = /[",;\r\n]/;
  const write = (text: string) => (special.test(text) ? quoted(text) : text);
  return block.map((row) => row.map(write).join(separator)).join('\r\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\n': '<br>' };

/** Writes cells as a table, for documents and mails. */
export const toHtml = (block: CellBlock): string => {
  const rows = block.map((row) => {
    const cells = row.map(
      (text) => `<td>${text.replaceAll(/[&<>\n]/g, (sign) => ENTITIES[sign] ?? sign)}</td>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<table>${rows.join('')}</table>`;
};

const QUOTED = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y;
const PLAIN = /[^\t\r\n]*/y;
const ROW_END = /\r\n|\r|\n/y;

/** Reads what a spreadsheet wrote to the clipboard. Rows of different lengths are filled with empty cells. */
export function parseTsv(text: string): CellBlock {
  const rows: string[][] = [[]];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  for (;;) {
    const inQuotes = take(QUOTED)?.[1];
    rows.at(-1)?.push(inQuotes?.replaceAll('""', '"') ?? take(PLAIN)?.[0] ?? '');
    if (text[at] === '\t') {
      at += 1;
      continue;
    }
    if (take(ROW_END) === null || at === text.length) break;
    rows.push([]);
  }
  const width = rows.reduce((widest, { length }) => Math.max(widest, length), 0);
  return rows.map((row) => [...row, ...Array<string>(width - row.length).fill('')]);
}

/** Reads the table of an HTML clipboard, for programs that write no text beside it. */
export function parseHtml(html: string): CellBlock {
  const rows = [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('td, th')].map((cell) => {
      for (const end of cell.querySelectorAll('br')) end.replaceWith('\n');
      return cell.textContent.trim();
    }),
  );
  const width = rows.reduce((widest, { length }) => Math.max(widest, length), 0);
  return rows.map((row) => [...row, ...Array<string>(width - row.length).fill('')]);
}
