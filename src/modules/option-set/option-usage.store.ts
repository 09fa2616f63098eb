import type { WriteContext } from '../../kernel/operation.ts';
import type { Usages } from '../../platform/resource/resource.ts';
import { findUsages } from '../../platform/resource/usages.ts';
import { optionKey } from './option-key.ts';

/** Attributes whose values come from a set. */
export async function findOptionSetUsage(
  context: WriteContext,
  sets: readonly { readonly code: string }[],
): Promise<ReadonlyMap<string, Usages>> {
  return findUsages(
    context,
    'option_set.usage',
    `SELECT option_set, 'Attribute', id, code, false FROM public.attribute
     WHERE organization_id = $1::uuid AND option_set = ANY($2::text[])`,
    [context.session.organizationId, sets.map(({ code }) => code)],
  );
}

/**
 * Attributes that have an option as their default, and products and entities that have it as a value. Reads all values
 * of the organization: a deletion of an option is rare and must be right.
 */
export async function findOptionUsage(
  context: WriteContext,
  options: readonly { readonly optionSet: string; readonly code: string }[],
): Promise<ReadonlyMap<string, Usages>> {
  const wanted = options.map(({ optionSet, code }) => ({
    key: optionKey(optionSet, code),
    option_set: optionSet,
    code,
  }));
  return findUsages(
    context,
    'option.usage',
    `WITH place AS (
       SELECT wanted.key, wanted.code AS option, attribute.id, attribute.code AS attribute, attribute.default_value
       FROM jsonb_to_recordset($2::jsonb) AS wanted (key text, option_set text, code text)
       JOIN public.attribute
         ON attribute.organization_id = $1::uuid AND attribute.option_set = wanted.option_set
     )
     SELECT key, 'Attribute', id, attribute, false FROM place WHERE default_value @> to_jsonb(option)
     UNION ALL
     SELECT DISTINCT place.key, holder.type, holder.id, holder.code, holder.deleted_at IS NOT NULL
     FROM place JOIN public.value_holder AS holder
       ON holder.organization_id = $1::uuid AND strpos(holder.text, '"' || place.attribute || '"') > 0 AND holder.values ? place.attribute
       AND (holder.values -> place.attribute @> jsonb_build_array(jsonb_build_object('value', place.option))
         OR holder.values -> place.attribute
            @> jsonb_build_array(jsonb_build_object('value', jsonb_build_array(place.option))))`,
    [context.session.organizationId, JSON.stringify(wanted)],
  );
}
