import type { WriteContext } from '../../kernel/operation.ts';
import type { Usages } from '../../platform/resource/resource.ts';
import { findUsages } from '../../platform/resource/usages.ts';

/** Products with links of a type, to products or to entities; deleted ones bring their links back with them. */
export async function findAssociationTypeUsage(
  context: WriteContext,
  types: readonly { readonly code: string }[],
): Promise<ReadonlyMap<string, Usages>> {
  return findUsages(
    context,
    'association_type.usage',
    `SELECT DISTINCT link.type, 'Product', product.id, product.sku, product.deleted_at IS NOT NULL
     FROM (SELECT organization_id, source_id, type FROM public.product_association
           UNION ALL SELECT organization_id, source_id, type FROM public.product_entity_association) AS link
     JOIN public.product ON product.organization_id = link.organization_id AND product.id = link.source_id
     WHERE link.organization_id = $1::uuid AND link.type = ANY($2::text[])`,
    [context.session.organizationId, types.map(({ code }) => code)],
  );
}
