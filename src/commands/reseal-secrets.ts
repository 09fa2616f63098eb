import type { Config } from '../config.ts';
import { listSealed, resealWebhook } from '../modules/webhook/index.ts';
import { pgTransaction } from '../platform/database/transaction.ts';
import { newId } from '../platform/new-id.ts';
import { systemSession } from '../platform/operation/system-session.ts';
import { withCatalogue } from './with-catalogue.ts';

const BATCH = 500;

/** `reseal-secrets`: seals by SECRET what one of PREVIOUS_SECRETS has sealed. Safe to run again and beside everything. */
export async function resealSecrets(config: Config): Promise<void> {
  await withCatalogue(config, async ({ database, runner, vault }) => {
    const owner = pgTransaction(database.owner);
    let count = 0;
    let place = null;
    do {
      const batch = await listSealed(owner, place, BATCH);
      for (const { organizationId, id } of batch) {
        const session = systemSession(organizationId, { door: 'command-line', requestId: newId() });
        const { output } = await runner.write(session, resealWebhook, { id, vault });
        if (output.isChanged) count += 1;
      }
      place = batch.length < BATCH ? null : (batch.at(-1) ?? null);
    } while (place !== null);
    process.stdout.write(`${count} webhooks were sealed anew; PREVIOUS_SECRETS is not needed any more.\n`);
  });
}
