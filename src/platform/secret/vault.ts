import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { deriveKey } from './derive-key.ts';
import { SecretError } from './secret-error.ts';

const CIPHER = 'aes-256-gcm';
/** Number of the layout of the bytes after it: key id, nonce, tag, ciphertext. */
const LAYOUT = 1;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES;

/** Seals secrets that have to be read again, so that a copy of the database alone reveals none of them. */
export interface Vault {
  /**
   * Encrypts and authenticates a text (AES-256-GCM, NIST SP 800-38D).
   *
   * @param about what it belongs to; the same has to be given to open it, so that no row's secret passes for
   * another's
   */
  seal(text: string, about: string): Buffer;
  /**
   * Opens a sealed text. @throws SecretError when none of the keys has sealed it; Error when it was changed or is
   * about something else
   */
  open(sealed: Uint8Array, about: string): string;
  /** Returns true if it was sealed by the key that seals now; others should be sealed anew. */
  isCurrent(sealed: Uint8Array): boolean;
}

interface VaultKey {
  readonly id: Buffer;
  readonly key: Buffer;
}

/**
 * Creates a vault.
 *
 * @param secrets of the installation; the first seals, all of them open
 */
export function createVault([current, ...earlier]: readonly [string, ...string[]]): Vault {
  const keys = [toKey(current), ...earlier.map(toKey)] as const;
  const keyOf = (sealed: Uint8Array) =>
    keys.find(({ id }) => id.equals(sealed.subarray(1, 1 + KEY_ID_BYTES)));
  return {
    seal(text, about) {
      const [{ id, key }] = keys;
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(about));
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(LAYOUT), id, nonce, cipher.getAuthTag(), ciphertext]);
    },
    open(sealed, about) {
      const matchingKey = sealed[0] === LAYOUT ? keyOf(sealed) : undefined;
      if (matchingKey === undefined)
        throw new SecretError('A stored secret was sealed by another SECRET: name that in PREVIOUS_SECRETS.');
      const nonce = sealed.subarray(1 + KEY_ID_BYTES, 1 + KEY_ID_BYTES + NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, matchingKey.key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(about))
        .setAuthTag(sealed.subarray(HEAD_BYTES - TAG_BYTES, HEAD_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]).toString('utf8');
    },
    isCurrent: (sealed) => keyOf(sealed) === keys[0],
  };
}

function toKey(secret: string): VaultKey {
  const key = Buffer.from(deriveKey(secret, 'vault'), 'base64url');
  return { key, id: createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES) };
}
