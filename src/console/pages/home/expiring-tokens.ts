const DAY_MS = 24 * 60 * 60 * 1000;
const RECENT_DAYS = 7;
const EXPIRES_WITHIN_DAYS = 14;

/** Returns true if the time was within the last days. */
export const isRecent = (at: string | null, now = Date.now()): boolean =>
  at !== null && now - Date.parse(at) < RECENT_DAYS * DAY_MS;

interface Token {
  readonly id: string;
  readonly name: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** Returns the tokens that expire within two weeks, or did within the last days; revoked ones do not count. */
export const expiringTokens = <Found extends Token>(
  tokens: readonly Found[],
  now = Date.now(),
): (Found & { readonly isExpired: boolean })[] =>
  tokens
    .filter(
      ({ expiresAt, revokedAt }) =>
        revokedAt === null &&
        expiresAt !== null &&
        Date.parse(expiresAt) - now < EXPIRES_WITHIN_DAYS * DAY_MS &&
        isRecent(expiresAt, now),
    )
    .map((token) => ({ ...token, isExpired: Date.parse(token.expiresAt ?? '') <= now }));
