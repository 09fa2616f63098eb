import type { FieldProblem } from '../../kernel/field-problem.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { SCOPES, type Scope } from '../../kernel/scopes.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import { nameProblems } from '../../platform/credential/define-credential.ts';

/** A token as it is requested. */
export interface TokenRequest {
  readonly name: string;
  readonly scopes: readonly string[];
  /** RFC 3339; absent or null: until revoked. */
  readonly expiresAt?: string | null | undefined;
}

/** A request that passed the rules. */
export interface TokenGrant {
  readonly name: string;
  /** Scopes in the order of the catalogue of scopes, each once. */
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
}

/** Checks what a new token is asked to be; either a grant or the problems. */
export function checkTokenRequest(
  request: TokenRequest,
  now: Date,
): { readonly grant: TokenGrant; readonly problems: readonly FieldProblem[] } {
  const name = request.name.trim();
  const expiresAt =
    request.expiresAt === null || request.expiresAt === undefined ? null : new Date(request.expiresAt);
  return {
    grant: { name, scopes: SCOPES.filter((scope) => request.scopes.includes(scope)), expiresAt },
    problems: [
      ...nameProblems(name, 'token-name-required'),
      ...scopeProblems(request.scopes),
      ...expiryProblems(expiresAt, now),
    ],
  };
}

function scopeProblems(scopes: readonly string[]): FieldProblem[] {
  if (scopes.length === 0)
    return [fieldProblem('too-few-items', ['scopes'], localized('scope-required'), { suggestions: [] })];
  return scopes.flatMap((scope, index) => {
    if (SCOPES.some((knownScope) => knownScope === scope)) return [];
    const suggestions = suggest(scope, SCOPES);
    const message = withSuggestions(localized('not-found', { kind: 'scope', ref: scope }), suggestions);
    return [
      fieldProblem('value-not-allowed', ['scopes', String(index)], message, { value: scope, suggestions }),
    ];
  });
}

function expiryProblems(expiresAt: Date | null, now: Date): FieldProblem[] {
  if (expiresAt === null) return [];
  if (Number.isNaN(expiresAt.getTime()))
    return [fieldProblem('invalid-date', ['expiresAt'], localized('expiry-invalid'))];
  if (expiresAt > now) return [];
  return [
    fieldProblem('below-minimum', ['expiresAt'], localized('expiry-past'), {
      value: expiresAt.toISOString(),
    }),
  ];
}

/** State of a token at a given time. */
export type TokenState = 'valid' | 'expired' | 'revoked';

export function tokenStateAt(
  token: { readonly revokedAt: Date | null; readonly expiresAt: Date | null },
  now: Date,
): TokenState {
  if (token.revokedAt !== null) return 'revoked';
  return token.expiresAt !== null && token.expiresAt <= now ? 'expired' : 'valid';
}
