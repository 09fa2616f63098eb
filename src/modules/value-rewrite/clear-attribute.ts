import { foldKey } from '../../kernel/codes.ts';
import { NotFound, ValidationFailed } from '../../kernel/errors.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { countReferences, NO_USERS, type UserCount } from '../../platform/resource/usages.ts';
import type { AttributeDefinition } from '../attribute/index.ts';
import { startJob } from '../job/index.ts';
import { type CatalogueStructure, lockStructureForReading, readStructure } from '../structure/index.ts';
import { attributeNamed, toJobInput } from './clear-job.ts';
import { loadFirstHolders } from './holders.store.ts';
import { rewriteHolders } from './rewrite-holders.ts';

/** Maximum number of products and entities that one request changes; more are changed by a job. */
export const MAX_SYNC_HOLDERS = 500;

/** Result of clearing an attribute, of its check, or of the start of its job. */
export type ClearedAttribute = {
  /** Public id of the attribute. */
  readonly id: string;
  /** Numbers of products and entities that have values of their own. */
  readonly products: UserCount;
  readonly entities: UserCount;
  /** Public id of the job; null without one. */
  readonly jobId: string | null;
};

/**
 * Removes all values of an attribute from products and entities: at once where up to 500 have any, else by a job. A dry
 * run counts them, without locks.
 *
 * @throws NotFound, ValidationFailed for an attribute that tells variants apart
 */
export const clearAttribute = defineWrite({
  name: 'clearAttribute',
  // Numbers of products and entities are for those who may read them.
  scope: {
    allOf: ['attributes:read', 'products:read', 'products:write', 'entities:write'],
  },
  effect: 'write',
  retry: 'with-key',
  errors: ['invalid', 'not-found'],
  async handler(
    context: WriteContext,
    { attribute: code }: { readonly attribute: string },
  ): Promise<ClearedAttribute> {
    const structure = await (context.dryRun ? readStructure(context) : lockStructureForReading(context));
    const attribute = requireClearable(structure, code);
    const objects = [{ code: attribute.code }];
    const countOf = async (type: 'Product' | 'Entity') =>
      (await countReferences(context, 'attribute', [type], objects)).get(foldKey(attribute.code)) ?? NO_USERS;
    const cleared = {
      id: encodeId('Attribute', attribute.id),
      products: await countOf('Product'),
      entities: await countOf('Entity'),
      jobId: null,
    };
    if (context.dryRun) return cleared;
    const total = cleared.products.count + cleared.entities.count;
    if (total <= MAX_SYNC_HOLDERS) {
      const holders = await loadFirstHolders(context, attributeNamed(attribute.code), MAX_SYNC_HOLDERS + 1);
      if (holders.length <= MAX_SYNC_HOLDERS) {
        const rewrite = { values: { clear: attribute.code }, entities: null };
        await rewriteHolders(context, rewrite, holders, 'attribute');
        return cleared;
      }
    }
    const jobId = await startJob(context, {
      type: 'clear',
      subject: attribute.code,
      input: toJobInput({ attribute: attribute.code, total }),
      scopes: ['products:write', 'entities:write'],
    });
    return { ...cleared, jobId: encodeId('Job', jobId) };
  },
});

/**
 * Returns an attribute whose values may be removed.
 *
 * @param code in either case
 * @throws NotFound; ValidationFailed if it tells variants apart
 */
function requireClearable(structure: CatalogueStructure, code: string): AttributeDefinition {
  const attribute = structure.attributes.get(foldKey(code));
  if (attribute === undefined) throw NotFound.of('attribute', code);
  for (const set of structure.sets.values())
    for (const { levels } of set.layouts.values())
      if (levels.some(({ axes }) => axes.includes(attribute.code))) {
        const message = localized('axis-not-cleared', { attribute: attribute.code, set: set.document.code });
        throw ValidationFailed.of([
          fieldProblem('value-not-allowed', ['attribute'], message, { value: code }),
        ]);
      }
  return attribute;
}
