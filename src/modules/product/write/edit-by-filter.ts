import { foldKey } from '../../../kernel/codes.ts';
import { Conflict, ValidationFailed } from '../../../kernel/errors.ts';
import { fieldProblem } from '../../../kernel/field-problem.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { authorize } from '../../../platform/operation/authorize.ts';
import { ALL_PRODUCTS, countProductSearch, findProductIds, type ProductFilter } from '../../search/index.ts';
import { type CatalogueStructure, readStructure } from '../../structure/index.ts';
import { checkAdjustments, openValueContext, toValueContext } from '../../values/index.ts';
import { findProducts, hierarchyLevel, type ResolvedProduct } from '../model/product.store.ts';
import type { ProductPatch } from '../model/product-input.ts';

/** One change of all products that a filter finds. Archived ones are found as in searches. */
export interface BulkEdit {
  readonly filter: ProductFilter;
  /** Null deletes them. */
  readonly patch: ProductPatch | null;
  /** True if deleted models take their variants with them, also those that the filter does not find. */
  readonly force?: boolean | undefined;
  /** Number of products that the caller has counted. */
  readonly expectedCount: number;
}

/**
 * Checks that a change may be made of all products that a filter finds.
 *
 * @throws RequestError `insufficient-scope` without `products:read`, Conflict `count-mismatch` with the real number,
 * ValidationFailed for filters and patches that mean nothing
 */
export async function checkBulkEdit(
  context: WriteContext,
  { filter, patch, expectedCount }: BulkEdit,
): Promise<void> {
  // The number of matches reveals what is stored.
  authorize(context.session, 'products:read', 'Choosing products by a filter');
  checkFilter(filter);
  if (patch !== null) {
    await checkFoundPatch(context, patch, expectedCount);
  }
  const count = await countProductSearch(context, { filter }, { visibility: ALL_PRODUCTS });
  if (count !== expectedCount)
    throw new Conflict('count-mismatch', countMismatchMessage(count, expectedCount));
}

/** Returns the products of such a change, models before what stands below them. @throws as {@link checkBulkEdit} */
export async function findProductsToEdit(
  context: WriteContext,
  edit: BulkEdit,
  maximum: number,
): Promise<readonly ResolvedProduct[]> {
  await checkBulkEdit(context, edit);
  const { filter, expectedCount } = edit;
  if (expectedCount > maximum) {
    const message = localized('too-many-products', { count: expectedCount, max: maximum });
    throw ValidationFailed.of([
      fieldProblem('too-many-items', ['filter'], message, { value: expectedCount }),
    ]);
  }
  const products = await findFirst(context, filter, maximum);
  if (products.length !== expectedCount)
    throw new Conflict('count-mismatch', countMismatchMessage(products.length, expectedCount));
  return products;
}

/** Returns the first products that a filter finds, models before what stands below them. */
async function findFirst(
  context: WriteContext,
  filter: ProductFilter,
  maximum: number,
): Promise<readonly ResolvedProduct[]> {
  const ids = await findProductIds(context, { filter }, { visibility: ALL_PRODUCTS }, maximum);
  const rows = await findProducts(context, context.session.organizationId, [], ids);
  return rows.toSorted(
    (a, b) => hierarchyLevel(a) - hierarchyLevel(b) || ids.indexOf(a.id) - ids.indexOf(b.id),
  );
}

/**
 * Returns the beginning of a change by filter, and how many products it finds. @throws ValidationFailed as {@link
 * checkBulkEdit}
 */
export async function findProductsToPreview(
  context: WriteContext,
  { filter, patch }: { readonly filter: ProductFilter; readonly patch: ProductPatch },
  maximum: number,
): Promise<{ readonly count: number; readonly products: readonly ResolvedProduct[] }> {
  checkFilter(filter);
  const count = await countProductSearch(context, { filter }, { visibility: ALL_PRODUCTS });
  await checkFoundPatch(context, patch, count);
  return { count, products: await findFirst(context, filter, maximum) };
}

/** Returns the message about a number that differs. */
export const countMismatchMessage = (actualCount: number, expected: number) =>
  actualCount === 1
    ? localized('count-differs-one', { expected })
    : localized('count-differs', { count: actualCount, expected });

/** @throws ValidationFailed for a patch that so many products cannot have */
async function checkFoundPatch(context: WriteContext, patch: ProductPatch, count: number): Promise<void> {
  checkPatch(patch);
  const { adjust, values } = patch;
  const structure = await readStructure(context);
  if (count > 1) checkOwnValues(patch, structure);
  if (!adjust?.length) return;
  const lookups = await openValueContext(context, structure, []);
  const problems = checkAdjustments(adjust, values ?? [], toValueContext(structure, lookups, undefined, {}));
  if (problems.length > 0) throw ValidationFailed.of(problems);
}

/** Rejects fields of a patch that only one product can have. */
function checkPatch(patch: ProductPatch): void {
  const patchedEntries = Object.entries(patch).filter(
    ([key, value]) => value !== undefined && key !== 'comment',
  );
  if (patch.rename !== undefined && patch.rename !== null) {
    const message = localized('rename-one-by-one');
    throw ValidationFailed.of([fieldProblem('value-not-allowed', ['patch', 'sku'], message)]);
  }
  const changes = patchedEntries.filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  if (changes.length === 0)
    throw ValidationFailed.of([fieldProblem('required', ['patch'], localized('change-required'))]);
}

/** Rejects values that only one product may have, and that a trial of many in several steps would not detect. */
function checkOwnValues({ values, externalRefs }: ProductPatch, structure: CatalogueStructure): void {
  const unique = (values ?? []).filter(
    (write) =>
      write.clear !== true &&
      write.value !== null &&
      structure.attributes.get(foldKey(write.attribute))?.unique === true,
  );
  const problems = unique.map(({ attribute, path }) => {
    const message = localized('unique-not-in-bulk', { attribute });
    return fieldProblem('value-not-allowed', ['patch', ...path], message, { attribute });
  });
  if (externalRefs?.some(({ id }) => typeof id === 'string') === true) {
    const message = localized('external-refs-one-by-one');
    problems.push(fieldProblem('value-not-allowed', ['patch', 'externalRefs'], message));
  }
  if (problems.length > 0) throw ValidationFailed.of(problems);
}

/** Rejects a filter without a condition, which is more often a mistake than a wish. */
function checkFilter(filter: ProductFilter): void {
  if (Object.values(filter).some((condition) => condition !== undefined && condition !== null)) return;
  const message = localized('filter-condition-required', { form: '{"status": "draft"}' });
  throw ValidationFailed.of([fieldProblem('required', ['filter'], message)]);
}
