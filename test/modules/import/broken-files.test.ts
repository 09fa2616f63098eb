// Risk: some file leaves an import without an end, with rows that nobody counted, or with a try that promised otherwise.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAssociationTypes } from '../../../src/modules/association-type/index.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';
import { createImportHarnessWithCatalogue, type ImportMetadata } from '../../support/imports.ts';
import { type MalformedFile, malformedFile } from '../../support/malformed-files.ts';
import { seededRandom } from '../../support/seeded-random.ts';

/** More with IMPORT_FILES: 1,000 take a few minutes. */
const FILES = Number(process.env.IMPORT_FILES ?? 60);

let bench: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
beforeAll(async () => {
  bench = await createImportHarnessWithCatalogue();
  await seedConfiguration(bench.catalogue, upsertAssociationTypes, [
    { code: 'UPSELL' },
    { code: 'PAIR', twoWay: true },
    { code: 'PACK', quantified: true },
  ]);
});
afterAll(() => bench.close());

const FINAL = ['completed', 'completed_with_errors', 'failed'];

/** What does not hold of a finished import, in words. */
function faultsOf({ status, failure, errors, ...counts }: ImportMetadata): string[] {
  const { total, processed, created, updated, unchanged, skipped, failed } = counts;
  const faults: string[] = [];
  if (!FINAL.includes(status)) faults.push(`it is ${status}`);
  if (failure?.code === 'internal-error') faults.push(failure.detail);
  if (created + updated + unchanged + skipped + failed !== processed)
    faults.push('its counters do not add up');
  if (status !== 'failed' && processed !== total)
    faults.push(`${processed} rows of ${total} are accounted for`);
  const failedRows = new Set(errors.map(({ row }) => row));
  if (failedRows.size < failed) faults.push(`${failed} rows failed, ${failedRows.size} have errors`);
  for (const error of errors) {
    const { row, column, code, value, message, hint } = error;
    const isWholeLine = column === null && /^(invalid-format|wrong-type)$/.test(code);
    const isText = (text: string | null) => text !== null && text !== '' && !text.includes('[object Object]');
    const isReported = row >= 1 && code !== '' && isText(message) && isText(hint);
    // What is missing has no value.
    if (!isReported || (value === null && code !== 'required') || (column === null && !isWholeLine))
      faults.push(JSON.stringify(error));
  }
  return faults;
}

/** What became of a file; only what stays in the catalogue is told otherwise of a try. */
const verdict = ({ id: _id, failure, ...details }: ImportMetadata) =>
  JSON.stringify({
    ...details,
    failure: failure?.detail.replace(/ (Earlier rows|Rows that were already written) stay written.*$/, ''),
  });

let before = '';
async function check({ bytes, request }: MalformedFile): Promise<string[]> {
  const tried = await bench.run(bytes, { ...request, dryRun: true });
  const isUntouched = before === (await bench.productHash());
  const real = await bench.run(bytes, request);
  before = await bench.productHash();
  return [
    ...faultsOf(real),
    ...(isUntouched ? [] : ['trying it changed the catalogue']),
    ...(verdict(tried) === verdict(real) ? [] : [`tried ${verdict(tried)}, done ${verdict(real)}`]),
  ];
}

test(`${FILES} broken files come to an end, are told cell by cell, and as their try said`, async () => {
  const random = seededRandom();
  before = await bench.productHash();
  const wrong: object[] = [];
  for (let index = 0; index < FILES && wrong.length < 3; index += 1) {
    const file = malformedFile(random, `F${Math.floor(index / 3)}-`);
    const faults = await check(file);
    if (faults.length > 0)
      wrong.push({ index, faults, file: file.bytes.toString('latin1'), request: file.request });
  }
  expect(wrong).toEqual([]);
}, 600_000);
