// Risk: a rule about imports never fires, because the parser sees no import or a path pattern matches nothing.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const repositoryDir = fileURLToPath(new URL('../../', import.meta.url));

/** Source files with the rules that each breaks; a circular import is reported once, at its first file. */
const FILES: readonly {
  readonly path: string;
  readonly source: string;
  readonly breaks: readonly string[];
}[] = [
  { path: 'src/kernel/word.ts', source: "import Big from 'big.js';\nexport const word = Big;", breaks: [] },
  { path: 'src/kernel/io.ts', source: "import 'node:fs';", breaks: ['kernel-stands-alone'] },
  {
    path: 'src/kernel/up.ts',
    source: "export type { Pool } from '../platform/pool.ts';",
    breaks: ['kernel-stands-alone'],
  },
  { path: 'src/platform/pool.ts', source: "import 'pg';\nexport type Pool = number;", breaks: [] },
  {
    path: 'src/platform/up.ts',
    source: "import type { Locale } from '../modules/locale/index.ts';",
    breaks: ['platform-below-modules'],
  },
  { path: 'src/graphql/builder.ts', source: 'export const builder = 1;', breaks: [] },
  {
    path: 'src/graphql/up.ts',
    source: "await import('../modules/locale/index.ts');",
    breaks: ['builder-below-modules'],
  },
  {
    path: 'src/modules/locale/index.ts',
    source: "export type { Locale } from './locale.store.ts';",
    breaks: [],
  },
  {
    path: 'src/modules/locale/locale.store.ts',
    source: 'using held = open();\nexport type Locale = string;',
    breaks: [],
  },
  {
    path: 'src/modules/locale/locale.graphql.ts',
    source: "import '../../graphql/builder.ts';\nimport './index.ts';",
    breaks: [],
  },
  {
    path: 'src/modules/locale/rules.ts',
    source: "import type { builder } from '../../graphql/builder.ts';",
    breaks: ['modules-without-graphql'],
  },
  {
    path: 'src/modules/locale/adapter.ts',
    source: "import '../../adapters/rest/adapter.ts';",
    breaks: ['modules-below-adapters'],
  },
  {
    path: 'src/modules/product/model/up.ts',
    source: "import '../write/up.ts';",
    breaks: ['product-model-by-lower-folders'],
  },
  {
    path: 'src/modules/product/history/up.ts',
    source: "import '../read/up.ts';",
    breaks: ['product-schema-history-links-variants-by-lower-folders'],
  },
  {
    path: 'src/modules/product/write/up.ts',
    source: "import '../recompute/up.ts';",
    breaks: ['product-read-write-by-lower-folders'],
  },
  {
    path: 'src/modules/product/recompute/up.ts',
    source: "import '../revert/up.ts';",
    breaks: ['product-recompute-by-lower-folders'],
  },
  {
    path: 'src/modules/product/revert/up.ts',
    source: "import '../graphql/up.ts';",
    breaks: ['product-revert-by-lower-folders'],
  },
  {
    path: 'src/modules/product/graphql/up.ts',
    source: "import '../product.module.ts';",
    breaks: ['product-graphql-by-lower-folders'],
  },
  { path: 'src/modules/product/product.module.ts', source: 'export {};', breaks: [] },
  { path: 'src/modules/product/read/up.ts', source: 'export {};', breaks: [] },
  {
    path: 'src/modules/channel/good.ts',
    source: "import type { Locale } from '../locale/index.ts';",
    breaks: [],
  },
  {
    path: 'src/modules/channel/inside.ts',
    source: "import type { Locale } from '../locale/locale.store.ts';",
    breaks: ['modules-by-their-index'],
  },
  {
    path: 'src/modules/channel/good.graphql.ts',
    source: "import '../locale/locale.graphql.ts';\nimport '../locale/index.ts';",
    breaks: [],
  },
  {
    path: 'src/modules/channel/inside.graphql.ts',
    source: "import '../locale/rules.ts';",
    breaks: ['types-by-index-or-graphql'],
  },
  { path: 'src/modules/channel/client.ts', source: "import 'pg';", breaks: ['database-clients-in-platform'] },
  {
    path: 'src/modules/channel/row.ts',
    source: "import type pg from 'pg';\nexport type Client = pg.Client;",
    breaks: [],
  },
  {
    path: 'src/adapters/rest/adapter.ts',
    source: "import '../../modules/locale/index.ts';\nimport '../../modules/locale/locale.graphql.ts';",
    breaks: [],
  },
  {
    path: 'src/adapters/rest/store.ts',
    source: "import type { Locale } from '../../modules/locale/locale.store.ts';",
    breaks: ['adapters-by-module-index', 'adapters-without-stores'],
  },
  {
    path: 'src/adapters/rest/row.ts',
    source: "import type pg from 'pg';",
    breaks: ['adapters-without-database'],
  },
  {
    path: 'src/console/page.ts',
    source: "import '../adapters/rest/adapter.ts';",
    breaks: ['console-by-the-public-api'],
  },
  {
    path: 'src/console/i18n/up.ts',
    source: "import '../api/up.ts';",
    breaks: ['console-i18n-below-api'],
  },
  { path: 'src/console/api/up.ts', source: "import '../ui/up.ts';", breaks: ['console-api-below-ui'] },
  {
    path: 'src/console/ui/up.ts',
    source: "import type { Values } from '../catalogue/up.ts';\nexport type List = Values;",
    breaks: ['console-ui-below-catalogue'],
  },
  {
    path: 'src/console/catalogue/up.ts',
    source: "import '../pages/home/up.ts';\nexport type Values = string;",
    breaks: ['console-catalogue-below-pages'],
  },
  {
    path: 'src/console/pages/home/up.ts',
    source: "import '../../app/routes.ts';",
    breaks: ['console-pages-below-app'],
  },
  {
    path: 'src/console/pages/jobs/beside.ts',
    source: "import '../home/part.ts';\nimport './part.ts';",
    breaks: ['console-pages-by-themselves'],
  },
  { path: 'src/console/pages/jobs/part.ts', source: "import '../../ui/part.ts';", breaks: [] },
  { path: 'src/console/pages/home/part.ts', source: "import '../../api/part.ts';", breaks: [] },
  { path: 'src/console/ui/part.ts', source: "import '../api/part.ts';", breaks: [] },
  { path: 'src/console/api/part.ts', source: 'export {};', breaks: [] },
  {
    path: 'src/console/app/routes.ts',
    source: "await import('../pages/jobs/part.ts');\nawait import('../pages/home/part.ts');",
    breaks: [],
  },
  {
    path: 'src/adapters/rest/browser.ts',
    source: "import '../../console/page.ts';",
    breaks: ['console-for-browsers-alone'],
  },
  {
    path: 'src/adapters/rest/up.ts',
    source: "import '../../app.ts';",
    breaks: ['adapters-below-application'],
  },
  {
    path: 'src/app.ts',
    source: "import './adapters/rest/adapter.ts';\nimport './platform/pool.ts';",
    breaks: [],
  },
  { path: 'src/platform/left.ts', source: "import './right.ts';", breaks: ['no-circular'] },
  { path: 'src/platform/right.ts', source: "import './left.ts';", breaks: [] },
  {
    path: 'src/platform/one.ts',
    source: "import type { Two } from './two.ts';\nexport type One = Two;",
    breaks: ['no-circular'],
  },
  {
    path: 'src/platform/two.ts',
    source: "import type { One } from './one.ts';\nexport type Two = One;",
    breaks: [],
  },
  { path: 'src/platform/gone.ts', source: "import './nowhere.ts';", breaks: ['everything-resolves'] },
  { path: 'src/platform/development.ts', source: "import 'fast-check';", breaks: ['declared-packages-only'] },
  {
    path: 'src/platform/tracing/open-tracing.ts',
    source: "import '@opentelemetry/sdk-trace';",
    breaks: [],
  },
  {
    path: 'src/platform/span.ts',
    source: "import '@opentelemetry/api';",
    breaks: ['tracing-by-its-adapter'],
  },
  { path: 'src/platform/traced.ts', source: "await import('./tracing/open-tracing.ts');", breaks: [] },
  {
    path: 'src/platform/untraced.ts',
    source: "import './tracing/open-tracing.ts';",
    breaks: ['tracing-when-asked-for'],
  },
  {
    path: 'test/anything.test.ts',
    source: "import '../src/app.ts';\nimport 'fast-check';\nimport '../src/modules/locale/locale.store.ts';",
    breaks: [],
  },
];

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'catalograph-layers-'));
  for (const { path, source } of FILES) {
    mkdirSync(join(dir, dirname(path)), { recursive: true });
    writeFileSync(join(dir, path), `${source}\n`);
  }
  for (const name of ['node_modules', 'package.json', 'tsconfig.json', '.dependency-cruiser.cjs']) {
    symlinkSync(join(repositoryDir, name), join(dir, name));
  }
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('each rule about imports fires where it is broken and nowhere else', () => {
  const program = join(repositoryDir, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
  const parameters = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'src', 'test'];
  const report = JSON.parse(
    execFileSync(process.execPath, [program, ...parameters], { cwd: dir, encoding: 'utf8' }),
  );
  const violations: { from: string; rule: { name: string } }[] = report.summary.violations;
  const broken = Object.fromEntries(
    FILES.map(({ path }) => [
      path,
      violations
        .filter(({ from }) => from === path)
        .map(({ rule }) => rule.name)
        .sort(),
    ]),
  );
  expect(broken).toEqual(Object.fromEntries(FILES.map(({ path, breaks }) => [path, breaks])));
});

test('every rule of the configuration is proven by a file above', () => {
  const configuration: { forbidden: { name: string }[] } = createRequire(import.meta.url)(
    '../../.dependency-cruiser.cjs',
  );
  const names = configuration.forbidden.map(({ name }) => name).sort();
  expect([...new Set(FILES.flatMap(({ breaks }) => breaks))].sort()).toEqual(names);
});
