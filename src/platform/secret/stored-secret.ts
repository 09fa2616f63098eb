import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFileIfAbsent, syncDirectories } from '../durable-file.ts';
import { SecretError } from './secret-error.ts';

/** Minimum length of a secret, in characters; 32 random ones are beyond guessing. */
export const MIN_SECRET_LENGTH = 32;

/** Returns the file of the secret of an installation on one machine. */
export const secretFile = (dataDir: string): string => join(dataDir, 'secret');

/**
 * Reads the secret that is stored in a folder; null when there is none.
 *
 * @throws SecretError when the file cannot be read or holds no secret
 */
export async function readStoredSecret(dataDir: string): Promise<string | null> {
  const path = secretFile(dataDir);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new SecretError(
      `The secret in ${path} cannot be read (${error.code}): let the user of this process read that file.`,
      error,
    );
  });
  if (text === null) return null;
  const secret = text.trim();
  if (secret.length >= MIN_SECRET_LENGTH) return secret;
  throw new SecretError(
    `The secret in ${path} has ${secret.length} characters and must have ${MIN_SECRET_LENGTH} or more: restore that file from your backup. Without one, delete the file and run the command reseal-secrets with --lost.`,
  );
}

/** Reads the secret that is stored in a folder, or stores a new one. Processes that start together agree on one. */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  const storedSecret = await readStoredSecret(dataDir);
  if (storedSecret !== null) return storedSecret;
  const createdDir = await mkdir(dataDir, { recursive: true });
  await createFileIfAbsent(secretFile(dataDir), `${randomBytes(32).toString('base64url')}\n`);
  if (createdDir !== undefined) await syncDirectories(dirname(createdDir));
  return (await readStoredSecret(dataDir)) ?? readOrCreateSecret(dataDir);
}
