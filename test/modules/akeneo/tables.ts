import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { CsvRow, type CsvTable } from '../../../src/modules/akeneo/read/csv-file.ts';
import type { ImportNote } from '../../../src/modules/akeneo/report/import-note.ts';

/** A table of lines with `;` between cells and nothing quoted; the first holds the column names. */
export function tableOf(name: string, ...lines: string[]): CsvTable {
  const [header = '', ...data] = lines;
  const columns = header.split(';');
  const index = new Map(columns.map((column, position) => [column, position] as const));
  const rows = data.map((line, position) => new CsvRow(position + 2, line.split(';'), index));
  return { name, columns, rows, faultyRows: 0, notes: [] };
}

/** What tests look at of a note: level, code, row, column. */
export function brief(notes: readonly ImportNote[]): string[] {
  return notes.map(({ level, code, row, column }) => `${level} ${code} ${row ?? '-'} ${column ?? '-'}`);
}

/** A folder with the given files, by their paths in it; it goes with the test. */
export async function makeFolder(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<{ readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'catalograph-akeneo-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, dirname(name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return { folder };
}
