import { hash, verify } from '@node-rs/argon2';

/** Length of a password in characters (NIST SP 800-63B asks for 8 at least; nothing is demanded of its make-up). */
export const PASSWORD_LENGTH = { minimum: 10, maximum: 128 } as const;

/** Cost of one guess: the least that the OWASP Password Storage Cheat Sheet advises for Argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes a password with Argon2id (RFC 9106) in PHC form, with a random salt; takes about 20 ms of one core. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), COST);
}

/** Returns true if the password fits the hash; false also for a hash that cannot be read. */
export async function verifyPassword({
  hash: stored,
  password,
}: {
  readonly hash: string;
  readonly password: string;
}): Promise<boolean> {
  return verify(stored, password.normalize('NFKC')).catch(() => false);
}
