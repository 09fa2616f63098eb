// Risk: tokens that cannot be told from nonsense, or that are accepted with a typing error.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { credentialFormat, digestOf } from '../../../src/platform/credential/credential-format.ts';

const { mint: mintToken, isWellFormed: isWellFormedToken } = credentialFormat('pim');

// Checksums worked out with another implementation of CRC-32 (Python's zlib).
const KNOWN = [
  'pim_0000000000000000000000000000000000000etOEM',
  'pim_abcdefghijklmnopqrstuvwxyz0123456789464tr9',
  'pim_ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ2n6XCh',
];

describe('a token', () => {
  it('is pim_, 36 random and 6 checksum digits of base62', () => {
    expect(mintToken().token).toMatch(/^pim_[0-9A-Za-z]{42}$/);
  });

  it('passes its own checksum and those of another implementation', () => {
    for (const token of [mintToken().token, ...KNOWN]) expect(isWellFormedToken(token)).toBe(true);
  });

  it('is refused with any one digit changed', () => {
    const [, token = ''] = KNOWN;
    for (let position = 4; position < token.length; position += 1) {
      const digit = token[position] === 'x' ? 'y' : 'x';
      const changed = token.slice(0, position) + digit + token.slice(position + 1);
      expect([changed, isWellFormedToken(changed)]).toEqual([changed, false]);
    }
  });

  it.each([
    '',
    'pim_',
    'Bearer',
    KNOWN[0]?.slice(0, -1),
    `${KNOWN[0]}0`,
    ` ${KNOWN[0]}`,
    KNOWN[0]?.replace('pim', 'PIM'),
  ])('is not %j', (text) => {
    expect(isWellFormedToken(text ?? '')).toBe(false);
  });

  it('is kept as its SHA-256 and its first eight characters', () => {
    const { token, digest, prefix } = mintToken();
    expect(digest.toString('hex')).toBe(createHash('sha256').update(token, 'ascii').digest('hex'));
    expect(digestOf(token)).toEqual(digest);
    expect(prefix).toBe(token.slice(0, 8));
  });

  it('begins with the word of its kind, and is none of another kind', () => {
    const key = credentialFormat('sk').mint();
    expect(key).toMatchObject({
      token: expect.stringMatching(/^sk_[0-9A-Za-z]{42}$/),
      prefix: key.token.slice(0, 7),
    });
    expect(['pim', 'pk', 'sk'].map((word) => credentialFormat(word).isWellFormed(key.token))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('is another one each time', () => {
    const tokens = new Set(Array.from({ length: 1_000 }, () => mintToken().token));
    expect(tokens.size).toBe(1_000);
  });
});
