// Risk: the printed table hides failed rows, or the report file leaves notes out.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verbatim } from '../../../../src/kernel/problems/messages/message.ts';
import { importNote } from '../../../../src/modules/akeneo/report/import-note.ts';
import { countRow, startReport } from '../../../../src/modules/akeneo/report/import-report.ts';
import { formatReport, writeReportFile } from '../../../../src/modules/akeneo/report/print-report.ts';
import { makeFolder } from '../tables.ts';

function sampleReport() {
  const report = startReport();
  countRow(report.counters.attributeGroups, 'created', 2);
  countRow(report.counters.products, 'created', 1100);
  countRow(report.counters.products, 'unchanged', 98);
  countRow(report.counters.products, 'failed', 2);
  Object.assign(report.cells, { total: 10, written: 7, inherited: 2, skipped: 1 });
  Object.assign(report.files, { total: 9, linked: 3, missing: 4, skipped: 2, inherited: 1 });
  Object.assign(report.links, { total: 13, set: 12, skipped: 1 });
  report.notes.push(importNote('info', 'locales.csv', 'missing-file', verbatim('There is no locales.csv.')));
  for (const row of [2, 3, 9, 12]) {
    report.notes.push(
      importNote('warning', 'products.csv', 'file-missing', verbatim('Left out.'), { row, column: 'image' }),
    );
  }
  const hint = verbatim('Put cells that hold ; in quotes.');
  report.notes.push(
    importNote('error', 'products.csv', 'ragged-row', verbatim('The row has 2 cells.'), { row: 7, hint }),
  );
  return report;
}

test('prints counters that add up, then notes by level with their number and first places', () => {
  expect(formatReport(sampleReport())).toMatchInlineSnapshot(`
    "                  rows  created  updated  unchanged  failed  skipped
    attribute groups     2        2        0          0       0        0
    products          1200     1100        0         98       2        0

    Values: 10 filled columns = 7 stored + 2 inherited + 1 skipped.

    Files: 9 cells = 3 linked + 4 not in the folder + 2 skipped.

    Links: 12 set, 1 skipped.

    error ragged-row in products.csv: The row has 2 cells.
        at row 7
        Put cells that hold ; in quotes.
    warning file-missing in products.csv (4 times), the first: Left out.
        at row 2, image; row 3, image; row 9, image …
    info missing-file in locales.csv: There is no locales.csv.
    "
  `);
});

test('says nothing of files and links where there are none', async () => {
  const report = startReport();
  const { folder } = await makeFolder({});
  const path = join(folder, 'report.jsonl');
  await writeReportFile(report, path);
  const text = await readFile(path, 'utf8');
  expect(text).not.toMatch(/links|files/);
  expect(formatReport(report)).not.toMatch(/Links|Files/);
});

test('writes everything as JSON lines', async () => {
  const { folder } = await makeFolder({ 'report.jsonl': 'an older report\n' });
  const path = join(folder, 'report.jsonl');
  await writeReportFile(sampleReport(), path);
  const text = await readFile(path, 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(text.endsWith('\n')).toBe(true);
  expect(lines.map(({ kind }) => kind)).toEqual([
    'counters',
    'counters',
    'cells',
    'files',
    'links',
    ...Array(6).fill('note'),
  ]);
  expect(lines[3]).toEqual({ kind: 'files', total: 9, linked: 3, missing: 4, skipped: 2, inherited: 1 });
  expect(lines[4]).toEqual({ kind: 'links', total: 13, set: 12, skipped: 1 });
  expect(lines[1]).toEqual({
    kind: 'counters',
    resource: 'products',
    total: 1200,
    created: 1100,
    updated: 0,
    unchanged: 98,
    failed: 2,
    skipped: 0,
  });
  expect(lines.at(-1)).toEqual({
    kind: 'note',
    level: 'error',
    file: 'products.csv',
    row: 7,
    column: null,
    code: 'ragged-row',
    message: 'The row has 2 cells.',
    hint: 'Put cells that hold ; in quotes.',
    value: null,
  });
});
