import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { type CredentialFormat, credentialFormat } from '../../platform/credential/credential-format.ts';

export type StorefrontKeyKind = 'publishable' | 'secret';

export const KEY_FORMATS: Readonly<Record<StorefrontKeyKind, CredentialFormat>> = {
  publishable: credentialFormat('pk'),
  secret: credentialFormat('sk'),
};

/** The highest limit that a key can have. */
export const MAX_REQUESTS_PER_MINUTE = 60_000;

export function limitProblems(requests: number | null): FieldProblem[] {
  const message = localized('key-limit-range', { max: MAX_REQUESTS_PER_MINUTE });
  const details = { value: requests };
  if (requests === null || (requests >= 1 && requests <= MAX_REQUESTS_PER_MINUTE)) return [];
  const code = requests < 1 ? 'below-minimum' : 'above-maximum';
  return [fieldProblem(code, ['requestsPerMinute'], message, details)];
}

/** Returns true if a key is revoked: a rotated key has a time in the future until which it works. */
export const isRevokedAt = ({ revokedAt }: { readonly revokedAt: Date | null }, now: Date): boolean =>
  revokedAt !== null && revokedAt <= now;
