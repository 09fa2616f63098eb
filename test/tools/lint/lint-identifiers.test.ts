// Risk: names that only this project uses come back, and every reader has to learn them.
import { expect, test } from 'vitest';
import { findBannedWords } from '../../../src/tools/lint/lint-identifiers.ts';

test('names a refused word in identifiers and file names, not in texts or as a part of another word', () => {
  const source = [
    "import { judge } from './rows.ts';",
    '/** A bench in a comment. */',
    "const text = 'the trial of a bench';",
    'const workbench = <div>{text}</div>;',
    'export class Holder { #lookAtRow() { return workbench; } }',
  ].join('\n');
  expect(findBannedWords('src/jobs/nudge-job.tsx', source)).toEqual([
    'src/jobs/nudge-job.tsx: nudge-job. Write wakeUp.',
    'src/jobs/nudge-job.tsx: judge. Write validate.',
    'src/jobs/nudge-job.tsx: lookAtRow. Write analyze.',
  ]);
});

test('names variables and parameters that are a bare participle, not properties of that name', () => {
  const source = [
    'const known = new Map();',
    'export const read = (found: string, { kept }: { kept: string }) => ({ named: known.get(found), kept });',
  ].join('\n');
  expect(findBannedWords('src/jobs/read-jobs.ts', source)).toEqual([
    'src/jobs/read-jobs.ts: known. Say what the variable holds.',
    'src/jobs/read-jobs.ts: found. Say what the variable holds.',
  ]);
});
