import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ValidationFailed } from '../../src/kernel/errors.ts';
import { DEFAULT_FILE_OPTIONS } from '../../src/modules/file-formats/columns/file-options.ts';
import { openTable } from '../../src/modules/file-formats/workbook/open-table.ts';
import { peakMemoryMb } from './peak-memory.ts';

/** What became of one file, as a line of JSON on the standard output. */
export interface MaliciousFileResult {
  readonly file: string;
  readonly rows: number | null;
  /** Code and detail of its refusal, or the error that nobody expected. */
  readonly refusal: string | null;
  readonly error: string | null;
  readonly processorMs: number;
  /** Most memory that the process has had so far, in MB. */
  readonly peakMb: number;
}

/** Reads every file of a folder as an import does. */
async function readAll(folder: string): Promise<void> {
  for (const file of (await readdir(folder)).sort()) {
    const before = process.cpuUsage();
    const outcome = await read(join(folder, file));
    const { user, system } = process.cpuUsage(before);
    const processorMs = Math.round((user + system) / 1_000);
    const peakMb = Math.round(peakMemoryMb());
    process.stdout.write(`${JSON.stringify({ file, ...outcome, processorMs, peakMb })}\n`);
  }
}

async function read(path: string): Promise<Pick<MaliciousFileResult, 'rows' | 'refusal' | 'error'>> {
  try {
    const source = {
      sizeBytes: (await stat(path)).size,
      async *read(start: number, end: number) {
        if (end > start) yield* createReadStream(path, { start, end: end - 1 }) as AsyncIterable<Uint8Array>;
      },
    };
    const table = await openTable(source, DEFAULT_FILE_OPTIONS);
    await table.inspect();
    let rows = 0;
    const place = { row: 0, byte: 0, brokenRows: 0 };
    for await (const _row of table.rowsFrom(place, () => ({ kind: 'text', decimalSeparator: '.' })))
      rows += 1;
    return { rows, refusal: null, error: null };
  } catch (error) {
    if (error instanceof ValidationFailed)
      return { rows: null, refusal: `${error.code}: ${error.detail}`, error: null };
    return {
      rows: null,
      refusal: null,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

await readAll(process.argv[2] ?? '.');
