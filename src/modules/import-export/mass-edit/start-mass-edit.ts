import { foldKey } from '../../../kernel/codes.ts';
import { fieldProblem } from '../../../kernel/field-problem.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteWork } from '../../../kernel/operation.ts';
import { Conflict, ValidationFailed } from '../../../kernel/refusal.ts';
import { startJob } from '../../job/index.ts';
import type { ProductPatch } from '../../product/index.ts';
import { countProductSearch, type ProductFilter } from '../../search/index.ts';
import { type CatalogueStructure, readStructure } from '../../structure/index.ts';
import { type MassEditInput, toJobInput } from './mass-edit-input.ts';

export interface StartMassEditInput extends MassEditInput {
  readonly dryRun: boolean;
}

/** A type, so that it is a JSON value. */
export type StartedMassEdit = { readonly id: string; readonly dryRun: boolean };

/**
 * Makes the job that changes all products a filter finds in the same way. Archived products are found as in searches.
 *
 * @throws Conflict `count-mismatch`, ValidationFailed for filters and patches that mean nothing
 */
export const startMassEdit = defineWrite({
  name: 'bulkEditProducts',
  scope: 'products:write',
  effect: 'write',
  retry: 'with-key',
  errors: ['invalid', 'conflict', 'not-found'],
  transaction: 'sql',
  async work(work: WriteWork, { dryRun, ...input }: StartMassEditInput): Promise<StartedMassEdit> {
    const { filter, patch, expectedCount } = input;
    checkPatch(patch);
    checkFilter(filter);
    if (expectedCount > 1) checkOwnValues(patch, await readStructure(work));
    const found = await countProductSearch(work, { filter, leavesOutArchived: true });
    if (found !== expectedCount) throw new Conflict('count-mismatch', mismatch(found, expectedCount));
    const scopes = ['products:write'] as const;
    const job = { type: 'bulk', subject: null, dryRun, input: toJobInput(input), scopes } as const;
    return { id: encodeId('Job', await startJob(work, job)), dryRun };
  },
});

/** How a number that differs is told. */
export const mismatch = (found: number, expected: number) =>
  `The filter finds ${found} ${found === 1 ? 'product' : 'products'}, not ${expected}.`;

/** What is one's own cannot be given to many. */
function checkPatch(patch: ProductPatch): void {
  const named = Object.entries(patch).filter(([key, value]) => value !== undefined && key !== 'comment');
  if (patch.rename !== undefined && patch.rename !== null) {
    const message = 'Each product has a SKU of its own: rename them one by one.';
    throw ValidationFailed.of([fieldProblem('value-not-allowed', ['patch', 'sku'], message)]);
  }
  const changes = named.filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  if (changes.length === 0)
    throw ValidationFailed.of([fieldProblem('required', ['patch'], 'Name what is to be changed.')]);
}

/** What only one product may have, and what a trial of many in several steps would not find out. */
function checkOwnValues({ values, externalRefs }: ProductPatch, structure: CatalogueStructure): void {
  const unique = (values ?? []).filter(
    (write) =>
      write.clear !== true &&
      write.value !== null &&
      structure.attributes.get(foldKey(write.attribute))?.unique === true,
  );
  const problems = unique.map(({ attribute, path }) => {
    const message = `No two products have the same '${attribute}': write it to each by itself.`;
    return fieldProblem('value-not-allowed', ['patch', ...path], message, { attribute });
  });
  if (externalRefs?.some(({ id }) => typeof id === 'string') === true) {
    const message = 'No two products have the same id elsewhere: write it to each by itself.';
    problems.push(fieldProblem('value-not-allowed', ['patch', 'externalRefs'], message));
  }
  if (problems.length > 0) throw ValidationFailed.of(problems);
}

/** A filter without a condition is more often a mistake than a wish. */
function checkFilter(filter: ProductFilter): void {
  if (Object.values(filter).some((condition) => condition !== undefined && condition !== null)) return;
  const message = 'Name at least one condition, such as {"status": "draft"}.';
  throw ValidationFailed.of([fieldProblem('required', ['filter'], message)]);
}
