// Risk: somebody writes a profile as the guide to shapes says, and gets other products than it shows.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import {
  previewOf,
  productCells,
  readProfileSettings,
  seedShapeAttributes,
} from '../support/import-shapes.ts';
import { createImportHarnessWithCatalogue } from '../support/imports.ts';

const guide = await readFile(new URL('../../docs/import-shapes.md', import.meta.url), 'utf8');

/** Formats of files by the language of their block. */
const FORMATS: Readonly<Record<string, string>> = { csv: 'csv', xml: 'xml', json: 'json', jsonl: 'jsonl' };

interface Example {
  readonly title: string;
  readonly format: string;
  readonly file: string;
  readonly settings: JsonObject;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Returns the sections with a file, settings and products. */
const examples = guide
  .split(/^## /m)
  .slice(1)
  .flatMap((section): Example[] => {
    const title = section.slice(0, section.indexOf('\n'));
    const [file, settings] = [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
    if (file === undefined || settings === undefined) return [];
    const lines = section.split('\n').filter((line) => line.startsWith('|'));
    const cells = lines.map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    const [header = [], , ...rows] = cells;
    const format = FORMATS[file[1] ?? ''] ?? '';
    return [
      {
        title,
        format,
        file: file[2] ?? '',
        settings: JSON.parse(settings[2] ?? '') as JsonObject,
        header,
        rows,
      },
    ];
  });

let bench: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
beforeAll(async () => {
  bench = await createImportHarnessWithCatalogue();
  await seedShapeAttributes(bench.catalogue);
});
afterAll(() => bench.close());

test.each(examples)('$title', async ({ format, file, settings, header, rows }) => {
  const request = { ...readProfileSettings(settings), format } as never;
  const preview = await previewOf(bench.catalogue, file, request);
  expect(preview.rows.flatMap(({ errors }) => errors)).toEqual([]);
  const dry = await bench.run(file, { ...(request as object), dryRun: true });
  const real = await bench.run(file, request);
  expect(real.errors).toEqual([]);
  expect({ ...dry, id: '' }).toEqual({ ...real, id: '' });
  expect(preview.rows.map(({ outcome }) => outcome).sort()).toEqual(
    [...Array<string>(real.created).fill('created'), ...Array<string>(real.updated).fill('updated')].sort(),
  );
  const products = await productCells(
    bench.catalogue,
    rows.map(([sku]) => sku ?? ''),
  );
  const shown = rows.map(([sku = '']) => header.map((name) => products.get(sku)?.[name] ?? ''));
  expect(shown).toEqual(rows);
  const again = await bench.run(file, request);
  expect(again).toMatchObject({ unchanged: real.processed, failed: 0 });
});
