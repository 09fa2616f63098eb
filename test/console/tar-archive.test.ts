// Risk: a folder arrives as an archive that nobody can read.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toTarArchive } from '../../src/console/pages/home/start/tar-archive.ts';

test('an archive is read by tar: names, folders and contents of any size', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'));
  const long = `${'media/'.repeat(15)}${'n'.repeat(60)}.png`;
  const contents = new Map([
    ['product.csv', 'sku;name\n1;Lampe\n'],
    ['files/empty.csv', ''],
    ['files/größe.csv', 'x'.repeat(512)],
    [long, 'y'.repeat(513)],
  ]);
  const files = [...contents].map(([path, text]) => ({ path, content: new Blob([text]) }));
  writeFileSync(join(folder, 'a.tar'), Buffer.from(await toTarArchive(files, 'a.tar').arrayBuffer()));
  const tar = (...args: string[]) =>
    execFileSync('tar', ['--quoting-style=literal', ...args], { cwd: folder, encoding: 'utf8' });
  expect(tar('-tf', 'a.tar').trim().split('\n')).toEqual([...contents.keys()]);
  for (const [path, text] of contents) expect(tar('-xOf', 'a.tar', path)).toBe(text);
  rmSync(folder, { recursive: true });
  expect(() => toTarArchive([{ path: `a/${'n'.repeat(101)}`, content: new Blob() }], 'b.tar')).toThrow(
    RangeError,
  );
});
