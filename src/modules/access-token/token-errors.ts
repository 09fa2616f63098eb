import { RequestError } from '../../kernel/errors.ts';
import { localized } from '../../kernel/problems/messages/message.ts';

/** Returns the fault that the request carries no credential at all. */
export const missingTokenError = () => new RequestError('missing-token', localized('token-required'));

/** Returns the fault that a token is malformed, mistyped or was never issued; nothing reveals which. */
export const invalidTokenError = () => new RequestError('invalid-token', localized('token-unknown'));

// The two below are only said to somebody who holds the token itself: its digest matched.

export const expiredTokenError = (expiredAt: Date) =>
  new RequestError('expired-token', localized('token-expired', { time: expiredAt.toISOString() }), {
    expired_at: expiredAt.toISOString(),
  });

export const revokedTokenError = () => new RequestError('revoked-token', localized('token-revoked'));
