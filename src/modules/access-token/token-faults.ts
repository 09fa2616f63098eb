import { localized } from '../../kernel/problems/messages/message.ts';
import { Fault } from '../../kernel/refusal.ts';

/** The request carries no credential at all. */
export const missingToken = () => new Fault('missing-token', localized('token-required'));

/** Malformed, mistyped or never given out; nothing tells which. */
export const invalidToken = () => new Fault('invalid-token', localized('token-unknown'));

// The two below are only said to somebody who holds the token itself: its digest matched.

export const expiredToken = (expiredAt: Date) =>
  new Fault('expired-token', localized('token-expired', { time: expiredAt.toISOString() }), {
    expired_at: expiredAt.toISOString(),
  });

export const revokedToken = () => new Fault('revoked-token', localized('token-revoked'));
