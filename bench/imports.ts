// Measures importing files beside a bare COPY of the same bytes: node bench/imports.ts [--rows 20000]
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openAppContext, openMediaStorage } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { provisionOrganization } from '../src/modules/organization/index.ts';
import { MODULES } from '../src/modules.ts';
import { createLog } from '../src/platform/log.ts';
import { makeBenchFolder } from './bench-folder.ts';
import { measureImports } from './imports/measure-imports.ts';
import { markdownTable } from './statistics.ts';

const { values: options } = parseArgs({ options: { rows: { type: 'string', default: '20000' } } });
const dataDir = await makeBenchFolder();
await using opened = new AsyncDisposableStack();
opened.defer(() => rm(dataDir, { recursive: true, force: true }));
const config = readConfig({ DATA_DIR: dataDir, STATEMENT_TIMEOUT_MS: '120000' });
const catalogue = await openAppContext(config, createLog('warn'), 'apply');
opened.defer(() => catalogue.close());
const owner = { name: 'Olga', email: 'owner@example.com', password: 'correct horse battery' };
const setUp = { owner: catalogue.database.owner, clock: catalogue.clock };
const { organizationId } = await provisionOrganization(setUp, { name: 'Bench', owner }, MODULES);
const rates = await measureImports(catalogue, {
  organizationId,
  storage: await openMediaStorage(config),
  rows: Number(options.rows),
});
process.stdout.write(
  `${markdownTable(
    ['Rows imported', 'Rows/s', 'of COPY of the file', 'of COPY of the products'],
    rates.map(({ name, rowsPerSecond, ofCopy, ofProductCopy }) => [
      ...[name, rowsPerSecond.toFixed(0), ofCopy.toFixed(3), ofProductCopy.toFixed(3)],
    ]),
  )}\n`,
);
