// Risk: a file that was made for it fills the memory of a worker, keeps it busy, ends it, or reads what is not its own.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { maliciousWorkbooks } from '../../../support/malicious-workbooks.ts';
import type { MaliciousFileResult } from '../../../support/malicious-workbooks-process.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { createTestFolder } from '../../../support/test-folder.ts';

/** More with HOSTILE_WORKBOOKS. */
const FILES = Number(process.env.HOSTILE_WORKBOOKS ?? 60);
/** What is promised of a worker. */
const MOST_MB = 300;
const MOST_MS = 5_000;

test(`${FILES} hostile workbooks are refused or harmless, in little memory and time`, async () => {
  const random = seededRandom();
  const { path: folder, remove } = await createTestFolder();
  onTestFinished(remove);
  const files = new Map<string, { readonly name: string; readonly isRefused: true | null }>();
  for (const { name, bytes, isRefused } of maliciousWorkbooks(random, FILES)) {
    const file = `${String(files.size).padStart(6, '0')}.xlsx`;
    files.set(file, { name, isRefused });
    await writeFile(join(folder, file), bytes);
  }
  const program = join(import.meta.dirname, '../../../support/malicious-workbooks-process.ts');
  // As the worker is started: short-lived garbage is not kept.
  const flags = ['--semi-space-growth-factor=1', '--heap-growing-percent=50'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, folder], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const outcomes = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as MaliciousFileResult);
  expect(outcomes).toHaveLength(files.size);
  const wrong = outcomes.flatMap(({ file, rows, refusal, error, processorMs, peakMb }) => {
    const { name, isRefused } = files.get(file) ?? { name: file, isRefused: null };
    const faults = [
      ...(error === null ? [] : [error]),
      ...(isRefused && refusal === null ? [`${rows} rows were read`] : []),
      ...(refusal === null || /^import-file-invalid: .{15,600}$/s.test(refusal) ? [] : [refusal]),
      ...(refusal !== null && /root:|passwd:/.test(refusal) ? ['a file of the server was read'] : []),
      ...(processorMs > MOST_MS ? [`it took ${processorMs} ms of a processor`] : []),
      ...(peakMb > MOST_MB ? [`it took ${peakMb} MB`] : []),
    ];
    return faults.length === 0 ? [] : [{ name, faults }];
  });
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(outcomes.some(({ rows }) => rows !== null && rows > 0)).toBe(true);
}, 300_000);
