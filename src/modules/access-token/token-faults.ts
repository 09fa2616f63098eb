import { Fault } from '../../kernel/refusal.ts';

/** The request carries no credential at all. */
export const missingToken = () => new Fault('missing-token', 'Send a token: Authorization: Bearer pim_…');

/** Malformed, mistyped or never given out; nothing tells which. */
export const invalidToken = () => new Fault('invalid-token', 'This is not a token of this server.');

// The two below are only said to somebody who holds the token itself: its digest matched.

export const expiredToken = (expiredAt: Date) =>
  new Fault('expired-token', `The token expired at ${expiredAt.toISOString()}.`, {
    expired_at: expiredAt.toISOString(),
  });

export const revokedToken = () =>
  new Fault('revoked-token', 'The token was revoked, or its user has left the organization.');
