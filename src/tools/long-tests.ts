import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const rootDir = fileURLToPath(new URL('../../', import.meta.url));
const RESULTS = 'bench/results/long-tests.md';

/** A test that runs at a larger size on demand. */
interface LongTest {
  /** Name of the file without its folder, on the command line. */
  readonly file: string;
  /** The sizes of the long run, by the environment variable that the test reads. */
  readonly sizes: Readonly<Record<string, number>>;
}

/** Long tests in the order in which they run: the short ones first. */
export const LONG_TESTS: readonly LongTest[] = [
  { file: 'test/journeys/database-away.test.ts', sizes: { CATALOGRAPH_AWAY_SECONDS: 30 } },
  {
    file: 'test/modules/webhook/delivery/sign-delivery.test.ts',
    sizes: { CATALOGRAPH_SIGNATURE_RUNS: 10_000 },
  },
  { file: 'test/console/restored-edits.test.ts', sizes: { CONSOLE_WALKS: 1 } },
  { file: 'test/console/interrupted-edits.test.ts', sizes: { CONSOLE_WALKS: 1 } },
  { file: 'test/console/frequent-tasks.test.ts', sizes: { CONSOLE_WALKS: 1 } },
  { file: 'test/console/create-product-journey.test.ts', sizes: { CONSOLE_WALKS: 1 } },
  { file: 'test/console/concurrent-edits.test.ts', sizes: { TWO_PEOPLE_SECONDS: 120 } },
  { file: 'test/journeys/icecat-family.test.ts', sizes: { ICECAT_FAMILY: 1 } },
  { file: 'test/journeys/icecat-tasks.test.ts', sizes: { ICECAT_TASKS: 1 } },
  { file: 'test/journeys/crash.test.ts', sizes: { CRASH_PRODUCTS: 1_239 } },
  {
    file: 'test/modules/product/concurrency.test.ts',
    sizes: { TRANSLATION_ROUNDS: 1_000, RACES_PERCENT: 1_000 },
  },
  { file: 'test/journeys/changed-since.test.ts', sizes: { CHANGED_ROWS: 6_000, CHANGED_ROUNDS: 10 } },
  { file: 'test/journeys/follow-events.test.ts', sizes: { FOLLOWED_EVENTS: 10_000 } },
  { file: 'test/platform/outbound/put-file.test.ts', sizes: { PEER_SEEDS: 1_000 } },
  { file: 'test/adapters/files/memory.test.ts', sizes: { MEDIA_MEGABYTES: 300 } },
  { file: 'test/modules/file-formats/csv/csv-records.test.ts', sizes: { CSV_CASES: 20_000 } },
  { file: 'test/modules/import/broken-files.test.ts', sizes: { IMPORT_FILES: 1_000 } },
  { file: 'test/modules/import/broken-documents.test.ts', sizes: { IMPORT_FILES: 1_000 } },
  {
    file: 'test/modules/file-formats/workbook/hostile-workbooks.test.ts',
    sizes: { HOSTILE_WORKBOOKS: 3_000 },
  },
  {
    file: 'test/modules/product/history/histories.test.ts',
    sizes: { HISTORIES: 300, HISTORY_STEPS: 40 },
  },
  { file: 'test/modules/export/export-identity.test.ts', sizes: { EXPORT_CASES: 50 } },
  { file: 'test/modules/export/own-and-inherited.test.ts', sizes: { OWN_CASES: 100 } },
  { file: 'test/modules/product/effects-of-random-changes.test.ts', sizes: { EFFECT_CHANGES: 300 } },
  { file: 'test/modules/product/live-of-many.test.ts', sizes: { LIVE_PRODUCTS: 5_000 } },
  { file: 'test/modules/shop-api/schema-cache.test.ts', sizes: { SHOP_SETS: 300, SHOP_ATTRIBUTES: 4_000 } },
  { file: 'test/modules/shop-api/shop-equality.test.ts', sizes: { SHOP_PRODUCTS: 100 } },
  { file: 'test/modules/search/agreement.test.ts', sizes: { SEARCH_CASES: 10_000 } },
  { file: 'test/modules/search/segments/segment-agreement.test.ts', sizes: { SEGMENT_CASES: 10_000 } },
  { file: 'test/modules/search/shorter-way.test.ts', sizes: { PAGE_CASES: 5_000 } },
  { file: 'test/modules/search/items.test.ts', sizes: { ITEM_CASES: 10_000 } },
  { file: 'test/modules/search/sort-columns.test.ts', sizes: { SORTED_ATTRIBUTES: 300 } },
  { file: 'test/modules/search/facet-agreement.test.ts', sizes: { FACET_CASES: 5_000 } },
  { file: 'test/modules/shop-api/families/stable-nodes.test.ts', sizes: { STABLE_CASES: 1_000 } },
  { file: 'test/modules/shop-api/lists/lists-agreement.test.ts', sizes: { LIST_CASES: 10_000 } },
  { file: 'test/journeys/rate-limit.test.ts', sizes: { RATE_LIMIT_REQUESTS: 600 } },
  { file: 'test/console/paste.test.ts', sizes: { PASTED_ROWS: 1_000, TYPED_TEXTS: 40 } },
  { file: 'test/adapters/rest/operands.test.ts', sizes: { FUZZ_OPERANDS: 20_000 } },
  { file: 'test/adapters/files/hostile-pictures.test.ts', sizes: { HOSTILE_PICTURES: 1_000 } },
  { file: 'test/journeys/hostile-files.test.ts', sizes: { HOSTILE_FILES: 200 } },
  { file: 'test/contract/every-operation.test.ts', sizes: { LARGE_PRODUCTS: 100_000 } },
  { file: 'test/adapters/mcp/fuzz.test.ts', sizes: { FUZZ_CALLS: 2_000 } },
  { file: 'test/contract/fuzz.test.ts', sizes: { FUZZ_REQUESTS: 100_000 } },
  {
    file: 'test/contract/costliest-documents.test.ts',
    sizes: { COSTLY_COPIES: 400, COSTLY_DOCUMENTS: 3_000 },
  },
  { file: 'test/journeys/rolling-restart.test.ts', sizes: { CATALOGRAPH_RESTARTS: 100 } },
  { file: 'test/journeys/hostile-peers.test.ts', sizes: { PEER_SEEDS: 1_000 } },
  { file: 'test/journeys/database-killed.test.ts', sizes: { DATABASE_KILLS: 50 } },
  { file: 'test/worker/large-snapshot.test.ts', sizes: { SNAPSHOT_PRODUCTS: 1_000_000 } },
  { file: 'test/journeys/mirror.test.ts', sizes: { MIRROR_KILLS: 100, MIRROR_WRITES: 200 } },
  { file: 'test/worker/webhook-order.test.ts', sizes: { CATALOGRAPH_ORDER_EVENTS: 100_000 } },
  { file: 'test/worker/killed-import.test.ts', sizes: { IMPORT_ROWS: 1_000_000, IMPORT_KILLS: 50 } },
  { file: 'test/worker/revert-job.test.ts', sizes: { REVERT_ROWS: 20_000 } },
  { file: 'test/modules/revert/revert-configuration.test.ts', sizes: { REVERT_MODEL_SEQUENCES: 200 } },
  { file: 'test/modules/revert/revert-histories.test.ts', sizes: { REVERT_HISTORIES: 60 } },
  {
    file: 'test/journeys/webhook-crash.test.ts',
    sizes: { CATALOGRAPH_CRASH_FAULTS: 1_000, CATALOGRAPH_CRASH_MINUTES: 90 },
  },
];

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Output of the tests: their figures. */
  readonly printed: string;
  readonly seconds: number;
}

const nameOf = ({ file }: LongTest) => file.replace(/^.*\/|\.test\.ts$/g, '');

/** Returns the sizes of a run, as the tests read them; `share` of the long ones. */
export function sizesOf({ sizes }: LongTest, share: number): Record<string, string> {
  const scaled = Object.entries(sizes).map(([name, size]) => [
    name,
    String(Math.max(1, Math.round(size * share))),
  ]);
  return Object.fromEntries(scaled);
}

/** The part of vitest's report that is read here. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly success: boolean;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[];
  }[];
}

const NO_REPORT: Report = {
  numPassedTests: 0,
  numFailedTests: 1,
  numPendingTests: 0,
  success: false,
  testResults: [{ message: 'vitest ended without a report.', assertionResults: [] }],
};

const readReport = (file: string): Report =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : NO_REPORT;

/** Runs one file by itself; what the tests print comes along here and goes on to this terminal. */
async function run(test: LongTest, environment: Readonly<Record<string, string>>): Promise<Outcome> {
  const workDir = mkdtempSync(join(tmpdir(), 'catalograph-long-'));
  const report = join(workDir, 'report.json');
  const startedAt = performance.now();
  // The file comes first: vitest takes a name after its last option for the value of that option.
  const parameters = [
    'run',
    test.file,
    '--reporter=json',
    `--outputFile=${report}`,
    '--disable-console-intercept',
  ];
  const child = spawn(join(rootDir, 'node_modules/.bin/vitest'), parameters, {
    cwd: rootDir,
    env: { ...process.env, ...environment, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      process.stderr.write(chunk);
    });
  }
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  const seconds = (performance.now() - startedAt) / 1000;
  try {
    const { numPassedTests, numFailedTests, numPendingTests, success, testResults } = readReport(report);
    const reasons = testResults.flatMap(({ message, assertionResults }) => [
      ...(message === '' ? [] : [message]),
      ...assertionResults.flatMap(({ failureMessages }) => failureMessages),
    ]);
    for (const reason of reasons) process.stderr.write(`${reason}\n`);
    return {
      passed: numPassedTests,
      // A file that cannot be loaded has no failed test.
      failed: success ? 0 : Math.max(1, numFailedTests),
      skipped: numPendingTests,
      printed: [printed, ...reasons.map((reason) => reason.slice(0, 500))].join('\n'),
      seconds,
    };
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

const git = (...parameters: string[]) =>
  spawnSync('git', parameters, { cwd: rootDir, encoding: 'utf8' }).stdout?.trim() ?? '';

const HEAD = `# Long tests

What \`npm run test:long\` found, the newest last. One run of one file is one line; the command repeats it.

| Date | Commit | Command | Tests | Figures | Seconds | Machine |
| --- | --- | --- | --- | --- | --- | --- |
`;

function record(command: string, outcome: Outcome): void {
  const file = join(rootDir, RESULTS);
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, HEAD);
  }
  const changes = git('status', '--porcelain', '--', '.', `:!${RESULTS}`) === '' ? '' : ' with changes';
  const { passed, failed, skipped, printed, seconds } = outcome;
  const tests = [`${passed} passed`, `${failed} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])].join(
    ', ',
  );
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  const cells = [
    new Date().toISOString().slice(0, 16).replace('T', ' '),
    `${git('rev-parse', '--short', 'HEAD')}${changes}`,
    `\`${command}\``,
    tests,
    measurementsIn(printed),
    String(Math.round(seconds)),
    machine,
  ];
  appendFileSync(file, `| ${cells.join(' | ')} |\n`);
}

/** Returns the lines that tests wrote, fit for a cell of a table. */
const measurementsIn = (printed: string) =>
  printed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('JSON report written'))
    .slice(-10)
    .join('<br>')
    .replaceAll('|', '\\|')
    .slice(0, 2_000);

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string' }, share: { type: 'string', default: '1' } },
  });
  const share = Number(values.share);
  const unknown = positionals.filter((name) => LONG_TESTS.every((test) => nameOf(test) !== name));
  if (unknown.length > 0 || !(share > 0 && share <= 1)) {
    const list = LONG_TESTS.map((test) => `  ${nameOf(test)}`).join('\n');
    process.stderr.write(
      `Usage: npm run test:long -- [--seed <number>] [--share <0 to 1>] [name …]\nThe names:\n${list}\n`,
    );
    return 2;
  }
  const seed = values.seed ?? new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const selectedTests = LONG_TESTS.filter(
    (test) => positionals.length === 0 || positionals.includes(nameOf(test)),
  );
  let status = 0;
  for (const test of selectedTests) {
    const environment = { TEST_SEED: seed, ...sizesOf(test, share) };
    const assignments = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    const command = `${assignments.join(' ')} npx vitest run ${test.file}`;
    process.stderr.write(`\n${command}\n`);
    const outcome = await run(test, environment);
    record(command, outcome);
    process.stderr.write(`${outcome.failed === 0 ? 'ok' : 'FAILED'} in ${Math.round(outcome.seconds)} s\n`);
    if (outcome.failed > 0) status = 1;
  }
  process.stderr.write(`\nThe results are in ${RESULTS}.\n`);
  return status;
}

if (import.meta.main) process.exitCode = await main();
