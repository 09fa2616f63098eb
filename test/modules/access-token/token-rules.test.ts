// Risk: tokens with rights nobody named, or that never end because their end was misread.
import { describe, expect, it } from 'vitest';
import { checkTokenRequest, tokenStateAt } from '../../../src/modules/access-token/token-rules.ts';
import { overlapProblems } from '../../../src/platform/credential/define-credential.ts';

const NOW = new Date('2026-03-01T10:00:00.000Z');

describe('a request for a token', () => {
  it('is granted with each scope once, in the order of the catalogue', () => {
    const request = {
      name: '  ERP sync ',
      scopes: ['settings:read', 'products:write', 'settings:read'],
      expiresAt: '2026-03-01T10:00:00.001Z',
    };
    expect(checkTokenRequest(request, NOW)).toEqual({
      grant: {
        name: 'ERP sync',
        scopes: ['products:write', 'settings:read'],
        expiresAt: new Date('2026-03-01T10:00:00.001Z'),
      },
      problems: [],
    });
  });

  it('never ends when no end is named', () => {
    expect(checkTokenRequest({ name: 'x', scopes: ['media:read'] }, NOW).grant.expiresAt).toBeNull();
  });

  it.each([
    [{ name: ' ', scopes: ['media:read'] }, 'required', ['name']],
    [{ name: 'x'.repeat(101), scopes: ['media:read'] }, 'too-long', ['name']],
    [{ name: 'x', scopes: [] }, 'too-few-items', ['scopes']],
    [{ name: 'x', scopes: ['media:read', 'product:read'] }, 'value-not-allowed', ['scopes', '1']],
    [
      { name: 'x', scopes: ['media:read'], expiresAt: '2026-03-01T10:00:00Z' },
      'below-minimum',
      ['expiresAt'],
    ],
    [{ name: 'x', scopes: ['media:read'], expiresAt: 'tomorrow' }, 'invalid-date', ['expiresAt']],
  ])('%j is refused', (request, code, path) => {
    const { problems } = checkTokenRequest(request, NOW);
    expect(problems.map((problem) => ({ code: problem.code, path: problem.path }))).toEqual([{ code, path }]);
  });

  it('suggests the scope that was meant', () => {
    const { problems } = checkTokenRequest({ name: 'x', scopes: ['product:read'] }, NOW);
    expect(problems[0]?.suggestions[0]).toBe('products:read');
  });
});

describe('a rotation', () => {
  it.each([0, 1, 86_400])('lets the old token live for %i seconds', (seconds) => {
    expect(overlapProblems(seconds)).toEqual([]);
  });

  it.each([
    [-1, 'below-minimum'],
    [86_401, 'above-maximum'],
    [0.5, 'wrong-type'],
  ])('of %d seconds is refused', (seconds, code) => {
    expect(overlapProblems(seconds).map((problem) => problem.code)).toEqual([code]);
  });
});

describe('a token', () => {
  it('expires at the very moment named', () => {
    const token = { revokedAt: null, expiresAt: NOW };
    expect(tokenStateAt(token, new Date(NOW.getTime() - 1))).toBe('valid');
    expect(tokenStateAt(token, NOW)).toBe('expired');
  });

  it('that is both revoked and expired is revoked', () => {
    expect(tokenStateAt({ revokedAt: NOW, expiresAt: NOW }, NOW)).toBe('revoked');
  });
});
