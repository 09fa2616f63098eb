import type { AppContext } from '../app.ts';
import type { Config } from '../config.ts';
import { encodeId } from '../kernel/ids.ts';
import { listSealed, resealWebhook } from '../modules/webhook/index.ts';
import { pgTransaction } from '../platform/database/transaction.ts';
import { newId } from '../platform/new-id.ts';
import { systemSession } from '../platform/operation/system-session.ts';
import { fingerprintOf } from '../platform/secret/derive-key.ts';
import { replaceStoredFingerprint } from '../platform/secret/open-secret.ts';
import { SecretError } from '../platform/secret/secret-error.ts';
import { withAppContext } from './with-app-context.ts';

const BATCH = 500;

/**
 * Runs `reseal-secrets`: seals by SECRET all that one of PREVIOUS_SECRETS has sealed; from then on the database
 * accepts SECRET alone. Safe to run again and beside everything.
 *
 * @param isSecretLost goes on where nobody has the secret that has sealed something, and reports what cannot be opened any
 * more
 */
export async function resealSecrets(config: Config, isSecretLost: boolean): Promise<void> {
  const reseal = async ({ database, runner, vault, secret }: AppContext) => {
    const owner = pgTransaction(database.owner);
    let count = 0;
    const unreadable: string[] = [];
    let position = null;
    do {
      const batch = await listSealed(owner, position, BATCH);
      for (const { organizationId, id } of batch) {
        const session = systemSession(organizationId, { door: 'command-line', requestId: newId() });
        try {
          const { output } = await runner.write(session, resealWebhook, { id, vault });
          if (output.isChanged) count += 1;
        } catch (error) {
          if (!isSecretLost || !(error instanceof SecretError)) throw error;
          unreadable.push(encodeId('WebhookEndpoint', id));
        }
      }
      position = batch.length < BATCH ? null : (batch.at(-1) ?? null);
    } while (position !== null);
    await replaceStoredFingerprint(owner, fingerprintOf(secret));
    process.stdout.write(`${count} webhooks were re-encrypted. PREVIOUS_SECRETS is no longer needed.\n`);
    if (unreadable.length > 0) process.stdout.write(`${LOST}\n${unreadable.join('\n')}\n`);
  };
  await withAppContext(config, reseal, { isSecretLost });
}

const LOST =
  'The secrets of these webhooks can no longer be decrypted, so nothing is sent to them. Create new webhooks and delete these:';
