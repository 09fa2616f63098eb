import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

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
    maxWorkers: 2,
    // Loading the graph costs more than most files that test it: files of one worker share what is loaded, and no test
    // may leave anything behind in it.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
