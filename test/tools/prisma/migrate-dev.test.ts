// Risk: models and migrations drift apart unnoticed, or the check demands to drop what SQL alone can express.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrationDrift, writeMigration } from '../../../src/tools/prisma/migrate-dev.ts';

let rootDir: string;

beforeAll(() => {
  rootDir = mkdtempSync(join(tmpdir(), 'catalograph-migrations-'));
  mkdirSync(join(rootDir, 'prisma', 'schema'), { recursive: true });
  mkdirSync(join(rootDir, 'prisma', 'migrations'));
  writeFileSync(
    join(rootDir, 'prisma', 'schema', 'main.prisma'),
    'datasource db {\n  provider = "postgresql"\n}\n',
  );
});

afterAll(() => rmSync(rootDir, { recursive: true }));

function writeDefs(fields: string): void {
  writeFileSync(
    join(rootDir, 'prisma', 'schema', 'shelf.prisma'),
    `model Shelf {\n  organizationId String @map("organization_id") @db.Uuid\n  code String\n${fields}\n  @@id([organizationId, code])\n  @@map("shelf")\n}\n`,
  );
}

describe('a migration', () => {
  it('is written from the models and then leaves nothing to do', async () => {
    writeDefs('');
    const file = await writeMigration('init', { rootDir, now: new Date('2026-01-02T03:04:05Z') });

    expect(file).toBe(join(rootDir, 'prisma', 'migrations', '20260102030405_init', 'migration.sql'));
    expect(readFileSync(file ?? '', 'utf8')).toBe(
      `-- CreateTable
CREATE TABLE "shelf" (
    "organization_id" UUID NOT NULL,
    "code" TEXT NOT NULL,

    CONSTRAINT "shelf_pkey" PRIMARY KEY ("organization_id","code")
);
`,
    );
    expect(await writeMigration('again', { rootDir })).toBe(undefined);
  });

  it('may hold policies, functions, partial and expression indexes and other schemas, which are no drift', async () => {
    const dir = join(rootDir, 'prisma', 'migrations', '20260102030406_by_hand');
    mkdirSync(dir);
    writeFileSync(
      join(dir, 'migration.sql'),
      `CREATE SCHEMA ledger;
CREATE TABLE ledger.event (organization_id uuid, sequence bigint, PRIMARY KEY (organization_id, sequence));
CREATE FUNCTION ledger.twice(n int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN n := n * 2; RETURN n; END $$;
ALTER TABLE shelf ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON shelf USING (organization_id IS NOT NULL);
CREATE UNIQUE INDEX shelf_open ON shelf (code) WHERE code <> '';
CREATE INDEX shelf_lower ON shelf (lower(code));
`,
    );
    expect(await migrationDrift(rootDir)).toBe(undefined);
  });

  it('is asked for when a model gained and lost a column', async () => {
    writeDefs('  labels Json @default("{}") @db.JsonB');
    expect(await migrationDrift(rootDir)).toBe(
      `-- AlterTable
ALTER TABLE "shelf" ADD COLUMN     "labels" JSONB NOT NULL DEFAULT '{}';
`,
    );
  });
});
