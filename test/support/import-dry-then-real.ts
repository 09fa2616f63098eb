import { expect } from 'vitest';
import type { createImportHarnessWithCatalogue, ImportMetadata, ImportRequest } from './imports.ts';

const outcomeOf = ({ id: _id, failure, ...counts }: ImportMetadata) => ({
  ...counts,
  failure: failure?.code,
});

/**
 * Imports a file as a dry run, which must change and leave nothing, and then for real, which must end the same. Returns
 * the real import.
 */
export async function importDryThenReal(
  { catalogue, productHash, run }: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>,
  text: string,
  request: ImportRequest = {},
): Promise<ImportMetadata> {
  const before = await productHash();
  const dry = await run(text, { ...request, dryRun: true });
  expect(await productHash()).toBe(before);
  const real = await run(text, request);
  expect(outcomeOf(dry)).toEqual(outcomeOf(real));
  const { rows } = await catalogue.database.owner.query(
    'SELECT (SELECT count(*) FROM public.job_row) + (SELECT count(*) FROM public.job_mark) AS kept',
  );
  expect(rows).toEqual([{ kept: '0' }]);
  return real;
}
