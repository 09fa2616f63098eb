// Risk: a client that cannot learn from a 401 or 403 what to do next.

import { describe, expect, it } from 'vitest';
import { wwwAuthenticate } from '../../../src/adapters/authentication/challenge.ts';
import { RequestError } from '../../../src/kernel/errors.ts';
import { verbatim } from '../../../src/kernel/problems/messages/message.ts';

describe('the challenge', () => {
  it('names the scheme alone when no token was sent', () => {
    expect(wwwAuthenticate(new RequestError('missing-token', verbatim('Send a token.')))).toBe('Bearer');
  });

  it('says that the token is not valid, and why', () => {
    expect(wwwAuthenticate(new RequestError('revoked-token', verbatim('The token was revoked.')))).toBe(
      'Bearer error="invalid_token", error_description="The token was revoked."',
    );
  });

  it('names the scope that is missing', () => {
    const fault = new RequestError('insufficient-scope', verbatim('x'), {
      required_scopes: ['media:write', 'products:write'],
    });
    expect(wwwAuthenticate(fault)).toBe(
      'Bearer error="insufficient_scope", scope="media:write products:write"',
    );
  });

  it('cannot be broken out of', () => {
    const fault = new RequestError('invalid-token', verbatim('a "b"\r\nSet-Cookie: x\\'));
    expect(wwwAuthenticate(fault)).toBe('Bearer error="invalid_token", error_description="a bSet-Cookie: x"');
  });
});
