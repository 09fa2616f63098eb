import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 36;
const CHECKSUM_LENGTH = 6;
/** Number of random characters of a credential that are displayed. */
const SHOWN_LENGTH = 4;

/** A new credential and the part of it that may be stored. */
export interface MintedCredential {
  /** Token that is shown once and never stored unless it is no secret: 214 random bits. */
  readonly token: string;
  /** SHA-256 of it, under which it is stored. */
  readonly digest: Buffer;
  /** Its first characters, by which people recognise it: `pim_AbC1`. */
  readonly prefix: string;
}

/** Format of the credentials of one kind. */
export interface CredentialFormat {
  /** Draws one: the prefix and `_`, 36 random base62 digits, 6 base62 digits of their CRC-32. */
  mint(): MintedCredential;
  /**
   * Returns true if a text can be one at all. The checksum guards against typing and cutting errors, lets secret
   * scanners recognize a credential, and rejects most nonsense without a query to the database.
   */
  isWellFormed(text: string): boolean;
}

/** Returns the format of credentials that begin with a prefix: `pim` for `pim_…`. */
export function credentialFormat(word: string): CredentialFormat {
  const form = new RegExp(`^${word}_([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);
  return {
    mint() {
      const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
        '',
      );
      const token = `${word}_${random}${checksumOf(random)}`;
      return { token, digest: digestOf(token), prefix: token.slice(0, word.length + 1 + SHOWN_LENGTH) };
    },
    isWellFormed(text) {
      const match = form.exec(text);
      return match !== null && checksumOf(match[1] ?? '') === match[2];
    },
  };
}

/** Returns the SHA-256 without salt or stretching: the input is random already, so there is nothing to guess. */
export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Returns the CRC-32 (ISO 3309, as in zlib) of the random part, most significant digit first. */
function checksumOf(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let position = 0; position < CHECKSUM_LENGTH; position += 1) {
    digits = `${ALPHABET[rest % ALPHABET.length]}${digits}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
