// Risk: a secret is readable by others, changes at each start, or one key serves two purposes.
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deriveKey } from '../../../src/platform/secret/derive-key.ts';
import { readOrMakeSecret } from '../../../src/platform/secret/stored-secret.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'catalograph-secret-'));
});
afterAll(() => rm(dir, { recursive: true }));

test('makes a secret of 256 bits once, for its user alone, and keeps it', async () => {
  const folder = join(dir, 'new', 'folder');
  const secret = await readOrMakeSecret(folder);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600);
  expect(await readOrMakeSecret(folder)).toBe(secret);
  expect(await readdir(folder)).toEqual(['secret']);
});

test('gives all who start at the same moment one secret', async () => {
  const folder = join(dir, 'together');
  const secrets = await Promise.all(Array.from({ length: 20 }, () => readOrMakeSecret(folder)));
  expect(new Set(secrets).size).toBe(1);
  expect(await readFile(join(folder, 'secret'), 'utf8')).toBe(`${secrets[0]}\n`);
});

test('takes a secret that somebody put there', async () => {
  await writeFile(join(dir, 'secret'), 'of my own\n');
  expect(await readOrMakeSecret(dir)).toBe('of my own');
});

test('derives a key per purpose, always the same for the same secret', () => {
  expect(deriveKey('a secret', 'cursor')).toBe('GWq0p3hj9YVw4OVYHnmov5V_Qj7m8BMWJ6bxEf-ZSW8');
  expect(deriveKey('a secret', 'sign-in')).not.toBe(deriveKey('a secret', 'cursor'));
  expect(deriveKey('another', 'cursor')).not.toBe(deriveKey('a secret', 'cursor'));
});
