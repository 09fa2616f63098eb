// Risk: an outdated or half-written Prisma client is imported, or every start pays for generating it.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generatePrismaClient } from '../../src/tools/generate-prisma-client.ts';

const repositoryDir = fileURLToPath(new URL('../../', import.meta.url));
let rootDir: string;

beforeAll(() => {
  rootDir = mkdtempSync(join(tmpdir(), 'catalograph-generate-'));
  mkdirSync(join(rootDir, 'prisma', 'schema'), { recursive: true });
  cpSync(
    join(repositoryDir, 'prisma', 'schema', 'main.prisma'),
    join(rootDir, 'prisma', 'schema', 'main.prisma'),
  );
  cpSync(join(repositoryDir, 'prisma.config.ts'), join(rootDir, 'prisma.config.ts'));
  cpSync(join(repositoryDir, 'package.json'), join(rootDir, 'package.json'));
  symlinkSync(join(repositoryDir, 'node_modules'), join(rootDir, 'node_modules'), 'junction');
  writeModel('shelf', 'model Shelf {\n  id String @id @db.Uuid\n  code String\n}\n');
});

afterAll(() => rmSync(rootDir, { recursive: true }));

function writeModel(name: string, text: string): void {
  writeFileSync(join(rootDir, 'prisma', 'schema', `${name}.prisma`), text);
}

const outputDir = () => join(rootDir, 'src', 'platform', 'prisma', 'generated');

async function modelNames(): Promise<string[]> {
  const url = pathToFileURL(join(outputDir(), 'pothos-types.ts'));
  // A new address each time, because a module is read only once.
  const { getDatamodel } = await import(/* @vite-ignore */ `${url.href}?${crypto.randomUUID()}`);
  return Object.keys(getDatamodel().datamodel.models);
}

describe('generatePrismaClient', () => {
  it('makes client and Pothos types where they are missing, whole even when two do it at once', async () => {
    expect(await Promise.all([generatePrismaClient({ rootDir }), generatePrismaClient({ rootDir })])).toEqual(
      [{ generated: true }, { generated: true }],
    );
    expect(readdirSync(outputDir()).sort()).toEqual(['client', 'pothos-types.ts']);
    expect(existsSync(join(outputDir(), 'client', 'models', 'Shelf.ts'))).toBe(true);
    expect(await modelNames()).toEqual(['Shelf']);
  });

  it('does nothing while the models are the same', async () => {
    expect(await generatePrismaClient({ rootDir })).toEqual({ generated: false });
  });

  it('makes them again when a model was added, and when a part was deleted', async () => {
    writeModel('board', 'model Board {\n  id String @id @db.Uuid\n}\n');
    expect(await generatePrismaClient({ rootDir })).toEqual({ generated: true });
    expect(await modelNames()).toEqual(['Board', 'Shelf']);

    rmSync(join(outputDir(), 'pothos-types.ts'));
    expect(await generatePrismaClient({ rootDir })).toEqual({ generated: true });
    expect(await modelNames()).toEqual(['Board', 'Shelf']);
  });

  it('keeps the last good client and tells the fault when a model is wrong', async () => {
    writeModel('wrong', 'model Wrong {\n  id Strin @id\n}\n');
    await expect(generatePrismaClient({ rootDir })).rejects.toThrow(
      'Type "Strin" is neither a built-in type',
    );
    expect(await modelNames()).toEqual(['Board', 'Shelf']);
    expect(readdirSync(outputDir()).sort()).toEqual(['client', 'pothos-types.ts']);
  });
});
