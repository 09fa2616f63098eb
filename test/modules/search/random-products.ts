import fc from 'fast-check';
import { expect } from 'vitest';
import { upsertProducts } from '../../../src/modules/product/index.ts';
import { arbitraryProducts } from '../../support/arbitrary-filters.ts';
import type { TestOrganization } from '../../support/catalogue.ts';
import { type ExpectedSearch, loadExpectedSearch } from '../../support/search.ts';

/** Puts other products in the place of those that are there. */
export async function givenRandomProducts(
  catalogue: TestOrganization,
  seed: number,
): Promise<ExpectedSearch> {
  const { organizationId } = catalogue.owner;
  const { structure } = await loadExpectedSearch(catalogue);
  await catalogue.database.owner.query(
    `UPDATE public.product SET deleted_at = now() WHERE organization_id = $1`,
    [organizationId],
  );
  await catalogue.database.owner.query('DELETE FROM search.product WHERE organization_id = $1', [
    organizationId,
  ]);
  const items = fc.sample(arbitraryProducts(structure), { numRuns: 90, seed }).flat();
  const input = { items, mode: 'upsert', errorPolicy: 'reject_failed' } as const;
  const { output } = await catalogue.runner.write(catalogue.owner, upsertProducts, input);
  const written = output.results.filter(({ outcome }) => outcome !== 'failed');
  expect(
    written.length,
    JSON.stringify(output.results.find(({ outcome }) => outcome === 'failed')?.refusal),
  ).toBeGreaterThan(60);
  const skus = written.map(({ sku }) => sku);
  const linked = skus.slice(0, 30).map((sku, index) => ({
    sku,
    associations: [
      { type: index % 2 === 0 ? 'upsell' : 'pack', products: { set: [{ ref: skus[index + 40] ?? '' }] } },
    ],
  }));
  await catalogue.runner.write(catalogue.owner, upsertProducts, { ...input, items: linked });
  return loadExpectedSearch(catalogue);
}
