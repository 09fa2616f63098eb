import { localized } from '../../kernel/problems/messages/message.ts';
import { Fault } from '../../kernel/refusal.ts';

/** Returns the fault that the request carries no credential at all. */
export const missingToken = () => new Fault('missing-token', localized('token-required'));

/** Returns the fault that a token is malformed, mistyped or was never issued; nothing reveals which. */
export const invalidToken = () => new Fault('invalid-token', localized('token-unknown'));

// The two below are only said to somebody who holds the token itself: its digest matched.

export const expiredToken = (expiredAt: Date) =>
  new Fault('expired-token', localized('token-expired', { time: expiredAt.toISOString() }), {
    expired_at: expiredAt.toISOString(),
  });

export const revokedToken = () => new Fault('revoked-token', localized('token-revoked'));
