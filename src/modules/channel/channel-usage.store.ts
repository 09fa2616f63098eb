import type { WriteContext } from '../../kernel/operation.ts';
import type { Usages } from '../../platform/resource/resource.ts';
import { findUsages } from '../../platform/resource/usages.ts';

/**
 * The organization (as its default), attribute sets and entity types (by requirements), products (by assortment or
 * values) and entities (by values) that name a channel. Reads all values of the organization: a deletion is rare and
 * must be right.
 */
export function findChannelUsage(
  context: WriteContext,
  channels: readonly { readonly code: string }[],
): Promise<ReadonlyMap<string, Usages>> {
  return findUsages(
    context,
    'channel.usage',
    `SELECT used, 'Organization', id, name, false FROM public.organization, unnest($2::text[]) AS used
       WHERE id = $1::uuid AND default_channel = used
     UNION ALL SELECT used, 'AttributeSet', id, code, false FROM public.attribute_set, unnest($2::text[]) AS used
       WHERE organization_id = $1::uuid AND required_attributes ? used
     UNION ALL SELECT used, 'EntityType', id, code, false FROM public.entity_type, unnest($2::text[]) AS used
       WHERE organization_id = $1::uuid AND required_attributes ? used
     UNION ALL SELECT used, 'Product', id, sku, deleted_at IS NOT NULL FROM public.product, unnest($2::text[]) AS used
       WHERE organization_id = $1::uuid AND channels ? used
     UNION SELECT used, type, id, code, deleted_at IS NOT NULL FROM public.value_holder, unnest($2::text[]) AS used
       WHERE organization_id = $1::uuid AND jsonb_path_exists(
         values, '$.*[*] ? (@.channel == $channel)', jsonb_build_object('channel', used))`,
    [context.session.organizationId, channels.map(({ code }) => code)],
  );
}
