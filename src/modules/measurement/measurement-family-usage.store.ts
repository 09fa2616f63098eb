import { foldKey } from '../../kernel/codes.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import type { Usages } from '../../platform/resource/resource.ts';
import { findUsages } from '../../platform/resource/usages.ts';

/** Attributes that measure in a family. */
export function findFamilyUsage(
  context: WriteContext,
  families: readonly { readonly code: string }[],
): Promise<ReadonlyMap<string, Usages>> {
  return findUsages(
    context,
    'measurement_family.usage',
    `SELECT measurement_family, 'Attribute', id, code, false FROM public.attribute
     WHERE organization_id = $1::uuid AND measurement_family = ANY($2::text[])`,
    [context.session.organizationId, families.map(({ code }) => code)],
  );
}

/** A unit of a family. */
export interface UnitPlace {
  readonly family: string;
  readonly unit: string;
}

/** The key of a unit in {@link findUnitUsage}. */
export function unitKey({ family, unit }: UnitPlace): string {
  return foldKey(`${family}/${unit}`);
}

/**
 * Attributes (as their default or an allowed unit), channels (by conversion), products and entities (in a value) that
 * name a unit. Reads all values of the organization: taking a unit away is rare and must be right.
 */
export function findUnitUsage(
  context: WriteContext,
  units: readonly UnitPlace[],
): Promise<ReadonlyMap<string, Usages>> {
  const wanted = units.map((place) => ({ key: unitKey(place), family: place.family, unit: place.unit }));
  return findUsages(
    context,
    'measurement_family.unit_usage',
    `WITH place AS (
       SELECT wanted.key, wanted.unit, attribute.id, attribute.code AS attribute, attribute.default_unit,
              attribute.validation
       FROM jsonb_to_recordset($2::jsonb) AS wanted (key text, family text, unit text)
       JOIN public.attribute
         ON attribute.organization_id = $1::uuid AND attribute.measurement_family = wanted.family
     )
     SELECT key, 'Attribute', id, attribute, false FROM place
       WHERE default_unit = unit OR validation -> 'units' ? unit
     UNION ALL SELECT DISTINCT place.key, 'Channel', channel.id, channel.code, false
       FROM place JOIN public.channel
         ON channel.organization_id = $1::uuid AND channel.conversion_units ->> place.attribute = place.unit
     UNION ALL SELECT DISTINCT place.key, holder.type, holder.id, holder.code, holder.deleted_at IS NOT NULL
       FROM place JOIN public.value_holder AS holder
         ON holder.organization_id = $1::uuid AND strpos(holder.text, '"' || place.attribute || '"') > 0 AND holder.values ? place.attribute
         AND holder.values -> place.attribute
           @> jsonb_build_array(jsonb_build_object('value', jsonb_build_object('unit', place.unit)))`,
    [context.session.organizationId, JSON.stringify(wanted)],
  );
}
