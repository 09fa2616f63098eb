import type { WriteContext } from '../../kernel/operation.ts';
import type { Usages } from '../../platform/resource/resource.ts';
import { findUsages } from '../../platform/resource/usages.ts';

/** Attributes of a group, and sets that put one of theirs into it. */
export async function findAttributeGroupUsage(
  context: WriteContext,
  groups: readonly { readonly code: string }[],
): Promise<ReadonlyMap<string, Usages>> {
  return findUsages(
    context,
    'attribute_group.usage',
    `SELECT used, 'Attribute', id, code, false FROM public.attribute, unnest($2::text[]) AS used
       WHERE organization_id = $1::uuid AND "group" = used
     UNION ALL SELECT used, 'AttributeSet', id, code, false FROM public.attribute_set, unnest($2::text[]) AS used
       WHERE organization_id = $1::uuid AND attributes @> jsonb_build_array(jsonb_build_object('group', used))`,
    [context.session.organizationId, groups.map(({ code }) => code)],
  );
}
