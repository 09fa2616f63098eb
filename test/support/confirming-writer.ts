// A process of its own that creates products without end and tells each one that was acknowledged, one SKU a
// line, until it is killed or the database goes away; then it tells why, after a '!'.
// Arguments: DATA_DIR, organization id, and what its SKUs begin with.
import { setTimeout as pause } from 'node:timers/promises';
import { openAppContext } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createProduct } from '../../src/modules/product/index.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { silentLog } from './silent-log.ts';

const [, , dataDir = '', organizationId = '', prefix = ''] = process.argv;
const catalogue = await openAppContext(readConfig({ DATA_DIR: dataDir }), silentLog, 'require');
const session = systemSession(organizationId, { door: 'system', requestId: prefix });
let isOver = false;

async function write(writer: number): Promise<void> {
  for (let turn = 1; !isOver; turn += 1) {
    const sku = `${prefix}-${writer}-${turn}`;
    try {
      await catalogue.runner.write(session, createProduct, { sku });
      // Written at once, because standard output is a pipe: what is not told was not acknowledged.
      process.stdout.write(`${sku}\n`);
      // A blow meets a write as well, and the work beside it has the processor.
      await pause(10);
    } catch (error) {
      isOver = true;
      process.stdout.write(`! ${error}\n`);
    }
  }
}

await Promise.all([1, 2, 3].map(write));
await catalogue.close().catch(() => undefined);
