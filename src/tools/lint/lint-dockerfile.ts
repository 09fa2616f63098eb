import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';

const FILE = 'Dockerfile';

/** An instruction of a Dockerfile with the rest of its text; continued lines are joined. */
interface Instruction {
  /** Line, from 1. */
  readonly line: number;
  readonly keyword: string;
  readonly text: string;
}

/**
 * Returns the faults of a Dockerfile: its syntax, and the rules for the image: pinned bases, no root, a health check,
 * nothing secret in a layer. One sentence each, with its line. Nothing is built.
 */
export function findDockerfileErrors(source: string): string[] {
  const faults = validate(source).map(({ range, message }) => `line ${range.start.line + 1}: ${message}`);
  const instructions = readInstructions(source);
  const stages = new Set<string>();
  for (const { line, keyword, text } of instructions) {
    if (keyword === 'FROM') {
      const [image = '', , stage] = text.split(/\s+/);
      if (!stages.has(image) && !/:[\w.-]+$/.test(image))
        faults.push(`line ${line}: '${image}' names no version.`);
      if (stage !== undefined) stages.add(stage);
    }
    if (/^(ARG|ENV)$/.test(keyword) && /\w*(SECRET|PASSWORD|TOKEN)\w*\s*=/i.test(text)) {
      faults.push(`line ${line}: a secret in ${keyword} stays in the image; take it from the environment.`);
    }
  }
  const lastStage = instructions.slice(instructions.findLastIndex(({ keyword }) => keyword === 'FROM'));
  const user = lastStage.findLast(({ keyword }) => keyword === 'USER')?.text ?? 'root';
  if (/^(root|0)(:|$)/.test(user))
    faults.push('The image runs as root; name another USER in the last stage.');
  if (lastStage.every(({ keyword }) => keyword !== 'HEALTHCHECK'))
    faults.push('The image has no HEALTHCHECK.');
  return faults;
}

function readInstructions(source: string): Instruction[] {
  const instructions: Instruction[] = [];
  let line = 0;
  let text = '';
  for (const [index, raw] of source.split('\n').entries()) {
    const part = raw.trim();
    if (part === '' || part.startsWith('#')) continue;
    if (text === '') line = index + 1;
    text += part.replace(/\\$/, ' ');
    if (part.endsWith('\\')) continue;
    const [keyword = '', ...rest] = text.split(/\s+/);
    instructions.push({ line, keyword: keyword.toUpperCase(), text: rest.join(' ') });
    text = '';
  }
  return instructions;
}

async function main(): Promise<number> {
  const source = await readFile(fileURLToPath(new URL(`../../../${FILE}`, import.meta.url)), 'utf8');
  const faults = findDockerfileErrors(source);
  for (const fault of faults) process.stdout.write(`${FILE}: ${fault}\n`);
  return faults.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main();
