import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repositoryDir = fileURLToPath(new URL('../../', import.meta.url));

interface Step {
  /** Names the step on the command line and in the report. */
  readonly name: string;
  /** Rule that the step verifies. */
  readonly promise: string;
  /** Program of `node_modules/.bin`, or `node`, with its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Advice for a failure, where the step's own output has none. */
  readonly remedy?: string;
}

/** Steps; the long ones come first, so that they do not end alone. */
const STEPS: readonly Step[] = [
  { name: 'types', promise: 'TypeScript finds nothing wrong', command: ['tsc', '--noEmit', '-p', '.'] },
  {
    name: 'console',
    promise: 'the console asks only what the schema offers, and its types fit',
    command: ['node', 'src/tools/check-console.ts'],
  },
  {
    name: 'style',
    promise: 'every file is formatted and free of lint',
    command: ['biome', 'ci', '--colors=off', '--error-on-warnings', '.'],
    remedy: '"npm run format" fixes most of it.',
  },
  {
    name: 'css',
    promise: 'every rule of the console styles an element, and the sheets do not grow',
    command: ['node', 'src/tools/lint/lint-styles.ts'],
  },
  {
    name: 'layers',
    promise: 'imports go one way, never in a circle, and modules import each other by their index',
    command: ['depcruise', '--config', '.dependency-cruiser.cjs', 'src', 'test', 'bench', 'prisma'],
    remedy: 'The rules and their reasons stand in .dependency-cruiser.cjs.',
  },
  {
    name: 'leftovers',
    promise: 'no file, export or package is unused',
    command: ['knip', '--no-progress'],
  },
  {
    name: 'test-only',
    promise: 'nothing in src serves tests alone',
    command: ['knip', '--production', '--no-progress'],
    remedy: 'Move it below test/, or delete it with its tests.',
  },
  {
    name: 'words',
    promise: 'names are words of the trade',
    command: ['node', 'src/tools/lint/lint-identifiers.ts'],
  },
  {
    name: 'comments',
    promise: 'comments begin with a sentence or a noun phrase',
    command: ['node', 'src/tools/lint/lint-comments.ts'],
    remedy: 'The folders are listed in src/tools/lint/lint-comments.ts.',
  },
  {
    name: 'texts',
    promise: 'every text of the console is translated, and every translation used',
    command: ['node', 'src/tools/lint/lint-translations.ts'],
  },
  {
    name: 'folders',
    promise: 'no folder of src has more than 20 source files of its own',
    command: ['node', 'src/tools/lint/lint-folders.ts'],
  },
  {
    name: 'lockfile',
    promise: 'package-lock.json names no registry, and leaves to development what is for development',
    command: ['node', 'src/tools/lockfile.ts', '--check'],
    remedy: 'Run "node src/tools/lockfile.ts" after "npm install".',
  },
  {
    name: 'generated',
    promise: 'schema/ is what the code declares',
    command: ['node', 'src/tools/generate.ts', '--check'],
  },
  {
    name: 'openapi',
    promise: 'schema/openapi.json is sound OpenAPI 3.1 and keeps to the rules of redocly.yaml',
    command: ['redocly', 'lint', 'schema/openapi.json'],
  },
  {
    name: 'migrations',
    promise: 'prisma/migrations build the models of prisma/schema',
    command: ['node', 'src/tools/prisma/migrate-dev.ts', '--check'],
  },
  {
    name: 'writes',
    promise: 'SQL and Prisma writes stand in stores alone',
    command: ['node', 'src/tools/lint/lint-writes.ts'],
  },
  {
    name: 'tables',
    promise: 'SQL of a module names tables of its own',
    command: ['node', 'src/tools/lint/lint-tables.ts'],
    remedy: 'Owners and exceptions are listed in src/tools/lint/table-owners.ts.',
  },
  {
    name: 'compatible',
    promise: 'schema/ keeps what clients of the last release use',
    command: ['node', 'src/tools/check-compatibility.ts'],
  },
  {
    name: 'image',
    promise: 'Dockerfile is sound and keeps what we promise of the image',
    command: ['node', 'src/tools/lint/lint-dockerfile.ts'],
  },
  {
    name: 'compose',
    promise: 'docker-compose.yml is sound',
    command: ['node', 'src/tools/lint/lint-compose.ts'],
  },
];

/** Runs a program with this checkout's tools first on the PATH; its output comes back, both streams in order. */
function run([program, ...parameters]: Step['command']): Promise<{ exitCode: number; output: string }> {
  const path = [
    join(repositoryDir, 'node_modules', '.bin'),
    dirname(process.execPath),
    process.env.PATH ?? '',
  ];
  const child = spawn(program === 'node' ? process.execPath : program, parameters, {
    cwd: repositoryDir,
    env: { ...process.env, PATH: path.join(delimiter), NO_COLOR: '1' },
    shell: process.platform === 'win32' && program !== 'node',
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode: exitCode ?? 1, output }));
  });
}

/** Runs the steps, two at a time, and returns the names of those that failed. A failure stops none of the rest. */
async function check(steps: readonly Step[]): Promise<string[]> {
  const failed: string[] = [];
  const waiting = [...steps];
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      if (!(await runStep(step))) failed.push(step.name);
    }
  };
  await Promise.all([work(), work()]);
  return failed;
}

/** Runs one step, reports its result, and returns true if its rule holds. */
async function runStep({ name, promise, command, remedy }: Step): Promise<boolean> {
  const startedAt = performance.now();
  const { exitCode, output } = await run(command);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const label = exitCode === 0 ? 'ok    ' : 'FAILED';
  const advice = remedy === undefined ? '' : `${remedy}\n`;
  const details = exitCode === 0 ? '' : `\n$ ${command.join(' ')}\n${output.trim()}\n${advice}\n`;
  process.stdout.write(`${label}  ${name.padEnd(10)}  ${promise} (${seconds} s)\n${details}`);
  return exitCode === 0;
}

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => STEPS.every((step) => step.name !== name));
  if (unknown.length > 0) {
    const list = STEPS.map(({ name, promise }) => `  ${name.padEnd(10)}  ${promise}`).join('\n');
    process.stderr.write(`There is no step '${unknown.join("', '")}'. The steps:\n${list}\n`);
    return 2;
  }
  const failed = await check(STEPS.filter(({ name }) => names.length === 0 || names.includes(name)));
  if (failed.length === 0) return 0;
  process.stdout.write(
    `\nFailed: ${failed.join(', ')}. Run one again with "npm run check -- ${failed[0]}".\n`,
  );
  return 1;
}

process.exitCode = await main(process.argv.slice(2));
