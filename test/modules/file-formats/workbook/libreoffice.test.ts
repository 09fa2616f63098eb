// Risk: another program reads other cells than we wrote, or computes one. On demand: LIBREOFFICE=1, where soffice is there.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createWorkbookWriter } from '../../../../src/modules/file-formats/workbook/write-workbook.ts';
import { createTestFolder } from '../../../support/test-folder.ts';

const run = promisify(execFile);
const program = process.env.LIBREOFFICE === '1' ? 'soffice' : process.env.LIBREOFFICE;
const isThere =
  program !== undefined &&
  (await run(program, ['--version']).then(
    () => true,
    () => false,
  ));

test.runIf(isThere)(
  'LibreOffice shows the cells that were written, and computes none',
  async () => {
    const { path: folder, remove } = await createTestFolder();
    onTestFinished(remove);
    const texts = [
      '=1+1',
      '+49',
      '-5',
      '@x',
      '=HYPERLINK("http://127.0.0.1")',
      "'quoted",
      '00042',
      'مرحبا 👟',
      'a\r\nb',
      '_x000D_',
    ];
    const header = ['text', 'amount', 'day', 'flag'];
    const writer = createWorkbookWriter({
      name: 'Products',
      header,
      kinds: ['text', 'number', 'date', 'boolean'],
      headerRow: 1,
    });
    const begun = writer.begin();
    const rows = texts.map((text) => [text, '1.50', '2026-07-01', '1']);
    const written = writer.rows(begun.progress, rows);
    const file = join(folder, 'products.xlsx');
    await writeFile(file, Buffer.concat([begun.bytes, written.bytes, writer.end(written.progress)]));
    // Comma, double quote, UTF-8, cells as they are shown.
    const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true';
    await run(program ?? '', [
      '--headless',
      `-env:UserInstallation=file://${folder}/profile`,
      '--convert-to',
      filter,
      '--outdir',
      folder,
      file,
    ]);
    const shown = await readFile(join(folder, 'products.csv'), 'utf8');
    const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    // Line ends of cells are line feeds there.
    const expected = texts.map((text) => `${cell(text.replace('\r\n', '\n'))},1.50,2026-07-01,TRUE`);
    expect(shown.replaceAll('\r\n', '\n')).toBe(`text,amount,day,flag\n${expected.join('\n')}\n`);
  },
  120_000,
);
