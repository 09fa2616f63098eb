import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect } from 'vitest';

const MARK = '--- end of block ---';

export interface GuideSettings {
  /** The heading of the section whose blocks are run; all when left out. */
  readonly section?: string;
  /** Where files are written. */
  readonly cwd?: string;
}

function sectionOf(guide: string, heading: string): string {
  const section = guide.split(/^(?=## )/m).find((text) => text.startsWith(`## ${heading}\n`));
  if (section === undefined) throw new Error(`There is no section '${heading}'.`);
  return section;
}

/**
 * Runs the blocks of a guide as one script: a block `sh` is run, and the block `json` or `text` right behind it is what it
 * has to print. Other blocks of text are for reading.
 *
 * @param path from the top of the repository
 * @param environment of the script: `URL`, `TOKEN`
 */
export async function runGuide(
  path: string,
  environment: Readonly<Record<string, string>>,
  { section, cwd }: GuideSettings = {},
): Promise<void> {
  const whole = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
  const guide = section === undefined ? whole : sectionOf(whole, section);
  const blocks = [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, kind = '', text = '']) => ({
    kind,
    text,
  }));
  const commands = blocks.filter(({ kind }) => kind === 'sh').map(({ text }) => `${text}\necho '${MARK}'\n`);
  const script = `set -euo pipefail\n${commands.join('')}`;
  const env = { ...process.env, ...environment };
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], { env, cwd, timeout: 60_000 });
  expect(stderr).toBe('');
  const outputs = stdout.split(`${MARK}\n`).map((output) => output.trim());
  let ran = -1;
  for (const [index, { kind, text }] of blocks.entries()) {
    if (kind === 'sh') ran += 1;
    else if (blocks[index - 1]?.kind !== 'sh') continue;
    else if (kind === 'json') expect(JSON.parse(outputs[ran] ?? '')).toEqual(JSON.parse(text));
    else expect(outputs[ran]).toBe(text.trim());
  }
  expect(ran).toBe(commands.length - 1);
  expect(outputs.join('\n')).not.toContain('internal-error');
}
