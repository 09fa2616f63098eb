import { foldKey } from '../../kernel/codes.ts';
import type { Parameters } from '../../platform/database/parameters.ts';
import { equalTo, refersTo } from '../../platform/resource/resource-list.ts';
import type { AttributeType } from './attribute-types.ts';

/** Conditions on listed attributes; codes in either case. */
export interface AttributeFilter {
  readonly types?: readonly (AttributeType | 'table')[] | null | undefined;
  readonly group?: string | null | undefined;
  /** Code of the set whose options are its values. */
  readonly optionSet?: string | null | undefined;
  /** Code of the type whose entities are its values. */
  readonly entityType?: string | null | undefined;
  /** Code of a set that contains them. */
  readonly attributeSet?: string | null | undefined;
  /** Only those in any set (true), or in none (false). */
  readonly inAttributeSet?: boolean | null | undefined;
  /** Code of a channel in which a set or type requires them. */
  readonly requiredIn?: string | null | undefined;
  readonly localizable?: boolean | null | undefined;
  readonly scopable?: boolean | null | undefined;
}

/** SQL of the codes of the attributes that are in sets; further conditions on `holder` can follow. */
export const MEMBERS_OF_SETS = `SELECT member ->> 'code'
  FROM public.attribute_set AS holder, jsonb_array_elements(holder.attributes) AS member
  WHERE holder.organization_id = $1::uuid`;

/** SQL of the codes of the attributes of entity types. */
export const MEMBERS_OF_TYPES = `SELECT jsonb_array_elements_text(holder.attributes)
  FROM public.entity_type AS holder WHERE holder.organization_id = $1::uuid`;

/** Returns SQL of the codes of the attributes that sets or types require in a channel. */
const requiredIn = (channel: string) =>
  ['attribute_set', 'entity_type']
    .map(
      (table) => `SELECT jsonb_array_elements_text(required.attributes)
        FROM public.${table} AS holder, jsonb_each(holder.required_attributes) AS required (channel, attributes)
        WHERE holder.organization_id = $1::uuid AND lower(required.channel) IN ('*', ${channel})`,
    )
    .join(' UNION ALL ');

/** Returns the SQL conditions on a row of the table. */
export function attributeConditions(filter: AttributeFilter, parameters: Parameters): readonly string[] {
  const { types = null, attributeSet = null, inAttributeSet = null, requiredIn: channel = null } = filter;
  const key = (code: string) => parameters.add(foldKey(code), 'text');
  return [
    ...(types === null ? [] : [`type = ANY(${parameters.add(types, 'text[]')})`]),
    ...refersTo('"group"', filter.group, parameters),
    ...refersTo('option_set', filter.optionSet, parameters),
    ...refersTo('entity_type', filter.entityType, parameters),
    ...equalTo('localizable', filter.localizable, 'boolean', parameters),
    ...equalTo('scopable', filter.scopable, 'boolean', parameters),
    ...(attributeSet === null
      ? []
      : [`code IN (${MEMBERS_OF_SETS} AND holder.code_key = ${key(attributeSet)})`]),
    ...(inAttributeSet === null ? [] : [`(code IN (${MEMBERS_OF_SETS})) = ${inAttributeSet}`]),
    ...(channel === null ? [] : [`code IN (${requiredIn(key(channel))})`]),
  ];
}
