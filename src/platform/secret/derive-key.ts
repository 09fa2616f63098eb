import { hkdfSync } from 'node:crypto';

/** Purposes of derived keys; a new purpose gets a new label, so that no two ever share a key. */
export type KeyPurpose = 'cursor' | 'sign-in' | 'file-link' | 'shop-media' | 'vault' | 'fingerprint';

/** Derives a key of 256 bits for one purpose (HKDF-SHA-256, RFC 5869), in base64url. */
export function deriveKey(secret: string, purpose: KeyPurpose): string {
  return Buffer.from(hkdfSync('sha256', secret, 'catalograph', purpose, 32)).toString('base64url');
}

/** Returns a text that shows if two secrets are the same, and nothing about either. */
export const fingerprintOf = (secret: string): string => deriveKey(secret, 'fingerprint').slice(0, 16);
