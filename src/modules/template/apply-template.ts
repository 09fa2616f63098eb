import { foldKey } from '../../kernel/codes.ts';
import { ValidationFailed } from '../../kernel/errors.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { ResourcePatch } from '../../platform/resource/resource.ts';
import { lockStructure } from '../../platform/resource/structure-revision.ts';
import { createMissing, type ModelItemResult, type StoredItems } from '../catalogue/index.ts';
import { findProducts, type ProductItem, upsertProducts } from '../product/index.ts';
import { readStructure } from '../structure/index.ts';
import type { TemplateCode } from './template.ts';
import { toModelItems, toSampleItems } from './template-items.ts';
import { resolveTarget, type TargetInput } from './template-target.ts';
import { TEMPLATES } from './templates.ts';

export interface ApplyTemplateInput extends TargetInput {
  readonly template: TemplateCode;
  readonly samples: boolean;
}

/** Results of a template. A type, so that it is a JSON value. */
export type ApplyTemplateResult = {
  /** Code of the channel that the template was applied to. */
  readonly channel: string;
  readonly results: readonly ModelItemResult[];
  /** SKUs of sample products that were created. */
  readonly samples: readonly string[];
};

/**
 * Creates what an organization lacks of a template: its model by `applyModel`, and its sample products. What exists
 * stays as it is.
 *
 * @throws ValidationFailed for attributes of the same code that the template cannot use
 */
export const applyTemplate = defineWrite({
  name: 'applyTemplate',
  scope: { allOf: ['attributes:write', 'settings:write', 'products:write'] },
  effect: 'write',
  retry: 'safe',
  origin: 'template',
  errors: ['invalid', 'conflict'],
  async handler(context: WriteContext, input: ApplyTemplateInput): Promise<ApplyTemplateResult> {
    // Nobody creates an object of the template between the look-up and the write.
    await lockStructure(context);
    const template = TEMPLATES[input.template];
    const target = resolveTarget(await readStructure(context), input);
    const items = toModelItems(template, target);
    return {
      channel: target.channel,
      results: await createMissing(context, items, rejectConflicts),
      samples: input.samples ? await createSamples(context, toSampleItems(template, target)) : [],
    };
  },
});

/** Fields in which an existing attribute has to be like that of the template. */
const FIXED_FIELDS = ['type', 'localizable', 'scopable', 'optionSet', 'measurementFamily'] as const;

/** @throws ValidationFailed for existing attributes whose values are of another kind than the template needs */
function rejectConflicts(stored: StoredItems): void {
  const problems = [...stored].flatMap(([{ kind, patch, path }, { document }]): FieldProblem[] => {
    if (kind !== 'attribute') return [];
    const existing = document as unknown as ResourcePatch;
    const differing = FIXED_FIELDS.filter(
      (field) => normalized(existing[field]) !== normalized(patch[field]),
    );
    if (differing.length === 0) return [];
    const message = localized('template-attribute-differs', { ref: patch.code, fields: differing });
    return [fieldProblem('immutable-property', path, message, { value: patch.code })];
  });
  if (problems.length > 0) throw ValidationFailed.of(problems);
}

const normalized = (value: unknown) => (typeof value === 'string' ? foldKey(value) : (value ?? false));

/** Creates the sample products whose SKUs are free. Returns their SKUs. */
async function createSamples(
  context: WriteContext,
  items: readonly ProductItem[],
): Promise<readonly string[]> {
  const keys = items.map(({ sku }) => foldKey(sku));
  const existing = await findProducts(context, context.session.organizationId, keys, []);
  const existingKeys = new Set(existing.map(({ sku }) => foldKey(sku)));
  const missing = items.filter(({ sku }) => !existingKeys.has(foldKey(sku)));
  if (missing.length === 0) return [];
  const { results } = await upsertProducts.handler(context, {
    items: missing,
    mode: 'create',
    errorPolicy: 'reject_all',
  });
  return results.map(({ sku }) => sku);
}
