// Risk: a copy of the database tells the secrets in it, or a changed or moved one is taken for good.
import { expect, test } from 'vitest';
import { createVault } from '../../../src/platform/secret/vault.ts';

const [OLD, NEW, OTHER] = [
  'old secret '.repeat(4),
  'new secret '.repeat(4),
  'other secret '.repeat(4),
] as const;
const ABOUT = 'webhook secret 1';

test('opens what it has sealed, which looks different each time and does not hold the text', () => {
  const vault = createVault([NEW]);
  const [first, second] = [vault.seal('whsec_äöü', ABOUT), vault.seal('whsec_äöü', ABOUT)];
  expect(vault.open(first, ABOUT)).toBe('whsec_äöü');
  expect(vault.open(second, ABOUT)).toBe('whsec_äöü');
  expect(first.equals(second)).toBe(false);
  expect(first.includes('whsec')).toBe(false);
});

test('refuses what was changed in any bit, is about something else, or was sealed by a key it does not have', () => {
  const vault = createVault([NEW]);
  const sealed = vault.seal('whsec_x', ABOUT);
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(() => vault.open(changed, ABOUT)).toThrow();
  }
  expect(() => vault.open(sealed, 'webhook secret 2')).toThrow();
  expect(() => vault.open(sealed.subarray(0, 20), ABOUT)).toThrow();
  expect(() => createVault([OTHER]).open(sealed, ABOUT)).toThrow('was sealed by another SECRET');
});

test('opens by an earlier secret what that has sealed, and tells it from its own', () => {
  const sealed = createVault([OLD]).seal('whsec_x', ABOUT);
  const vault = createVault([NEW, OTHER, OLD]);
  expect(vault.open(sealed, ABOUT)).toBe('whsec_x');
  expect(vault.isCurrent(sealed)).toBe(false);
  expect(vault.isCurrent(vault.seal('whsec_x', ABOUT))).toBe(true);
});
