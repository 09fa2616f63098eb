// Risk: a secret is readable by others, changes at each start, or one key serves two purposes.
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deriveKey } from '../../../src/platform/secret/derive-key.ts';
import { SecretError } from '../../../src/platform/secret/secret-error.ts';
import { readOrCreateSecret } from '../../../src/platform/secret/stored-secret.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'catalograph-secret-'));
});
afterAll(() => rm(dir, { recursive: true }));

test('makes a secret of 256 bits once, for its user alone, and keeps it', async () => {
  const folder = join(dir, 'new', 'folder');
  const secret = await readOrCreateSecret(folder);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600);
  expect(await readOrCreateSecret(folder)).toBe(secret);
  expect(await readdir(folder)).toEqual(['secret']);
});

test('gives all who start at the same moment one secret', async () => {
  const folder = join(dir, 'together');
  const secrets = await Promise.all(Array.from({ length: 20 }, () => readOrCreateSecret(folder)));
  expect(new Set(secrets).size).toBe(1);
  expect(await readFile(join(folder, 'secret'), 'utf8')).toBe(`${secrets[0]}\n`);
});

test('takes a secret that somebody put there', async () => {
  await writeFile(join(dir, 'secret'), 'of my own, and of thirty-two chars\n');
  expect(await readOrCreateSecret(dir)).toBe('of my own, and of thirty-two chars');
});

test.each([
  ['', 0],
  [' \n', 0],
  ['thirty-one characters, one short', 31],
])('refuses a file with %j, which a crash or a full disk may have left', async (text, characters) => {
  const path = join(dir, 'secret');
  await writeFile(path, text.slice(0, 31));
  await expect(readOrCreateSecret(dir)).rejects.toThrow(
    new SecretError(
      `The secret in ${path} has ${characters} characters and must have 32 or more: restore that file from your backup. Without one, delete the file and run the command reseal-secrets with --lost.`,
    ),
  );
  expect(await readFile(path, 'utf8')).toBe(text.slice(0, 31));
});

test('refuses a secret that cannot be read instead of making another', async () => {
  const folder = join(dir, 'unreadable');
  await mkdir(join(folder, 'secret'), { recursive: true });
  await expect(readOrCreateSecret(folder)).rejects.toThrow(
    new SecretError(
      `The secret in ${folder}/secret cannot be read (EISDIR): let the user of this process read that file.`,
    ),
  );
});

test('derives a key per purpose, always the same for the same secret', () => {
  expect(deriveKey('a secret', 'cursor')).toBe('GWq0p3hj9YVw4OVYHnmov5V_Qj7m8BMWJ6bxEf-ZSW8');
  expect(deriveKey('a secret', 'sign-in')).not.toBe(deriveKey('a secret', 'cursor'));
  expect(deriveKey('another', 'cursor')).not.toBe(deriveKey('a secret', 'cursor'));
});
