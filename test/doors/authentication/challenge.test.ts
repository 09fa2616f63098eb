// Risk: a client that cannot learn from a 401 or 403 what to do next.

import { describe, expect, it } from 'vitest';
import { challengeFor } from '../../../src/doors/authentication/challenge.ts';
import { verbatim } from '../../../src/kernel/problems/messages/message.ts';
import { Fault } from '../../../src/kernel/refusal.ts';

describe('the challenge', () => {
  it('names the scheme alone when no token was sent', () => {
    expect(challengeFor(new Fault('missing-token', verbatim('Send a token.')))).toBe('Bearer');
  });

  it('says that the token is not valid, and why', () => {
    expect(challengeFor(new Fault('revoked-token', verbatim('The token was revoked.')))).toBe(
      'Bearer error="invalid_token", error_description="The token was revoked."',
    );
  });

  it('names the scope that is missing', () => {
    const fault = new Fault('insufficient-scope', verbatim('x'), {
      required_scopes: ['media:write', 'products:write'],
    });
    expect(challengeFor(fault)).toBe('Bearer error="insufficient_scope", scope="media:write products:write"');
  });

  it('cannot be broken out of', () => {
    const fault = new Fault('invalid-token', verbatim('a "b"\r\nSet-Cookie: x\\'));
    expect(challengeFor(fault)).toBe('Bearer error="invalid_token", error_description="a bSet-Cookie: x"');
  });
});
