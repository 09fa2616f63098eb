import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A folder in memory, if this machine has one with room for what tests write, and programs may be started there. */
function folderInMemory(): string | undefined {
  const folder = '/dev/shm';
  if (!existsSync(folder)) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  const [, options] = /^tmpfs \/dev\/shm tmpfs (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8')) ?? [];
  return bavail * bsize > 8e9 && options !== undefined && !options.includes('noexec') ? folder : undefined;
}

// Each file has a database of its own, copied in 30 ms in memory and in 300 ms on a disk.
const inMemory = process.env.TMPDIR === undefined ? folderInMemory() : undefined;
if (inMemory !== undefined) process.env.TMPDIR = inMemory;

/**
 * Begins with the files that start programs or browsers: they take the longest, and the last one would run alone. Where
 * no run has left its times, vitest goes by the size of files, which says little of them.
 */
class ProgramsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const startsPrograms = sorted.map(({ moduleId }) => STARTS.test(readFileSync(moduleId, 'utf8')));
    return [true, false].flatMap((first) => sorted.filter((_, index) => startsPrograms[index] === first));
  }
}
const STARTS = /\b(runProgram|startMonitored|openBrowser|serveConsole|startEmbeddedPostgres)\(/;

const require = createRequire(import.meta.url);

export default defineConfig({
  resolve: {
    // Some packages load graphql by import, some by require; it refuses to work when both copies meet.
    alias: [{ find: /^graphql$/, replacement: require.resolve('graphql') }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/check-statements.ts'],
    pool: 'forks',
    // One more than cores: the tests of processes that are killed mostly wait.
    maxWorkers: 3,
    // Loading the graph costs more than most files that test it: files of one worker share what is loaded, and no test
    // may leave anything behind in it.
    isolate: false,
    sequence: { sequencer: ProgramsFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // On a busy machine a browser may take more than the second that is given otherwise.
    expect: { poll: { timeout: 5_000 } },
  },
});
