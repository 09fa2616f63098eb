import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../database/statement.ts';
import { fingerprintOf } from './derive-key.ts';
import { SecretError } from './secret-error.ts';
import { readOrCreateSecret, readStoredSecret, secretFile } from './stored-secret.ts';

export interface SecretSource {
  /** Connection to the database that stores the fingerprint of the secret. */
  readonly owner: Transaction;
  /** Secret; null for the one that is stored in `dataDir`. */
  readonly secret: string | null;
  readonly previousSecrets: readonly string[];
  readonly dataDir: string;
  /** Takes any secret, because nobody has the one that the database knows. */
  readonly isLost: boolean;
}

/**
 * Returns the secret of an installation. One that differs from the database's fingerprint is rejected, because
 * nothing could be opened that was sealed by the one before; the fingerprint of the first one is stored.
 *
 * @throws SecretError
 */
export async function openSecret(source: SecretSource): Promise<string> {
  const { owner, dataDir } = source;
  const isAnnounced = (candidate: string) =>
    source.previousSecrets.some((one) => fingerprintOf(one) === candidate);
  const knownFingerprint = await readStoredFingerprint(owner);
  const mayMake = knownFingerprint === null || source.isLost || isAnnounced(knownFingerprint);
  const secret =
    source.secret ?? (mayMake ? await readOrCreateSecret(dataDir) : await readStoredSecret(dataDir));
  if (secret === null) throw missing(dataDir);
  const fingerprint = fingerprintOf(secret);
  const agreed = knownFingerprint ?? (await storeFingerprint(owner, fingerprint));
  if (agreed !== fingerprint && !source.isLost && !isAnnounced(agreed)) throw other(source);
  return secret;
}

const OTHERWISE =
  'name it in PREVIOUS_SECRETS and run the command reseal-secrets. If it is lost, run reseal-secrets with --lost.';

function missing(dataDir: string): SecretError {
  return new SecretError(
    `The secret in ${secretFile(dataDir)} is missing, and the database was used with one: restore that file from your backup, or ${OTHERWISE}`,
  );
}

function other({ secret, dataDir }: SecretSource): SecretError {
  return new SecretError(
    secret === null
      ? `The secret in ${secretFile(dataDir)} is not the one that the database was used with: restore that file from your backup, or ${OTHERWISE}`
      : `SECRET is not the one that the database was used with: set that one, or ${OTHERWISE}`,
  );
}

const KNOWN = defineStatement({
  name: 'secret.known',
  kind: 'read',
  row: { fingerprint: 'text' },
  sql: 'SELECT fingerprint FROM ops.secret_fingerprint',
});

/** Reads the fingerprint of the secret that the database was used with; null before the first. */
export async function readStoredFingerprint(owner: Transaction): Promise<string | null> {
  const [row] = await owner.execute(KNOWN);
  return row?.fingerprint ?? null;
}

const MAKE_KNOWN = defineStatement({
  name: 'secret.make_known',
  kind: 'write',
  sql: 'INSERT INTO ops.secret_fingerprint (fingerprint) VALUES ($1) ON CONFLICT DO NOTHING',
});

/**
 * Stores a fingerprint unless there is one. Of several processes that do so at the same time one wins; returns its
 * fingerprint.
 */
async function storeFingerprint(owner: Transaction, fingerprint: string): Promise<string> {
  await owner.execute(MAKE_KNOWN, [fingerprint]);
  return (await readStoredFingerprint(owner)) ?? fingerprint;
}

const REPLACE_KNOWN = defineStatement({
  name: 'secret.replace_known',
  kind: 'write',
  sql: `INSERT INTO ops.secret_fingerprint (fingerprint) VALUES ($1)
        ON CONFLICT (only_row) DO UPDATE SET fingerprint = EXCLUDED.fingerprint`,
});

/** Makes this the secret of the installation from now on; the one before is rejected. */
export async function replaceStoredFingerprint(owner: Transaction, fingerprint: string): Promise<void> {
  await owner.execute(REPLACE_KNOWN, [fingerprint]);
}
