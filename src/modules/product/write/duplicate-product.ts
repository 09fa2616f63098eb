import { foldKey } from '../../../kernel/codes.ts';
import { ValidationFailed } from '../../../kernel/errors.ts';
import { fieldProblem } from '../../../kernel/field-problem.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { type CatalogueStructure, lockStructureForReading } from '../../structure/index.ts';
import { type CellWrite, cellsOf, type Values } from '../../values/index.ts';
import { loadLinks } from '../links/association.store.ts';
import { loadEntityLinks } from '../links/entity-link.store.ts';
import { findReferred, loadRows, productNotFoundError } from '../model/product.store.ts';
import type { AssociationPatch } from '../model/product-input.ts';
import { writeOneProduct } from './write-products.ts';

export interface DuplicateProductInput {
  readonly ref: string;
  /** The SKU of the copy. */
  readonly sku: string;
}

/**
 * Creates a draft with the values, categories, tags, channels and links of a product. What belongs to one product only is
 * left out: values of unique attributes, ids in other systems, comments and, of a model, its variants.
 */
export const duplicateProduct = defineWrite({
  name: 'duplicateProduct',
  scope: 'products:write',
  effect: 'write',
  retry: 'with-key',
  errors: ['invalid', 'conflict', 'not-found'],
  async handler(context: WriteContext, { ref, sku }: DuplicateProductInput) {
    const { organizationId } = context.session;
    const structure = await lockStructureForReading(context);
    const [found] = (await findReferred(context, organizationId, [ref])).values();
    const [row] = found === undefined ? [] : await loadRows(context, organizationId, [found.id]);
    if (row === undefined) throw await productNotFoundError(context, ref);
    if (row.parentId !== null)
      throw ValidationFailed.of([fieldProblem('value-not-allowed', ['ref'], localized('copy-of-variant'))]);
    return writeOneProduct(
      context,
      {
        ref: sku,
        patch: {
          type: row.type,
          attributeSet: row.attributeSet,
          ...(row.variantLayout === null ? {} : { variantLayout: row.variantLayout }),
          channels: row.channels === null ? null : { set: row.channels },
          categories: { set: row.categories },
          tags: { set: row.tags },
          values: copyOf(row.values, structure),
          associations: await loadAssociations(context, row.id),
        },
      },
      'create',
    );
  },
});

const copyOf = (values: Values, structure: CatalogueStructure): readonly CellWrite[] =>
  Object.keys(values).flatMap((attribute) =>
    structure.attributes.get(foldKey(attribute))?.unique === true
      ? []
      : cellsOf(values, attribute).map(({ channel = null, locale = null, value }) => ({
          attribute,
          channel,
          locale,
          value,
          partial: false,
          path: ['ref'],
        })),
  );

async function loadAssociations(context: WriteContext, id: string): Promise<readonly AssociationPatch[]> {
  const { organizationId } = context.session;
  const products = Map.groupBy(await loadLinks(context, organizationId, [id]), ({ type }) => type);
  const entities = Map.groupBy(await loadEntityLinks(context, organizationId, [id]), ({ type }) => type);
  return [
    ...[...products].map(([type, links]) => ({
      type,
      products: {
        set: links.map(({ targetId, quantity }) => ({
          ref: encodeId('Product', targetId),
          ...(quantity === null ? {} : { quantity }),
        })),
      },
    })),
    ...[...entities].map(([type, links]) => ({
      type,
      entities: { set: links.map(({ entityId }) => ({ ref: encodeId('Entity', entityId) })) },
    })),
  ];
}
