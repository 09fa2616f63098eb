import type { CatalogueModule } from '../../kernel/operation.ts';

/** Whether a holder has values of an attribute. The text is looked through first: it is faster, and rules most out. */
const has = (attribute: string) =>
  `strpos(holder.text, '"' || ${attribute} || '"') > 0 AND holder.values ? ${attribute}`;

const SELECT = 'SELECT wanted.key, holder.type, holder.id, holder.code, holder.deleted_at';

const holdersWhere = (condition: string) =>
  `${SELECT}
   FROM wanted JOIN public.value_holder AS holder ON holder.organization_id = $1::uuid AND ${condition}`;

/** Holders whose values of an attribute meet a condition; a column of the attribute names the owner of what they name. */
const holdersThrough = (column: string, condition: string) =>
  `${SELECT}
   FROM wanted JOIN public.attribute ON attribute.organization_id = $1::uuid AND attribute.${column} = wanted.owner
   JOIN public.value_holder AS holder
     ON holder.organization_id = $1::uuid AND ${has('attribute.code')} AND ${condition}`;

/** Whether one of the values is what is wanted, or a list with it. */
const HAS_WANTED = `(holder.values -> attribute.code @> jsonb_build_array(jsonb_build_object('value', wanted.code))
  OR holder.values -> attribute.code
    @> jsonb_build_array(jsonb_build_object('value', jsonb_build_array(wanted.code))))`;

export const valuesModule: CatalogueModule = {
  usedBy: {
    attribute: holdersWhere(has('wanted.code')),
    channel: holdersWhere(`jsonb_path_exists(
        holder.values, '$.*[*] ? (@.channel == $channel)', jsonb_build_object('channel', wanted.code))`),
    currency: holdersWhere(`jsonb_path_exists(
        holder.values, '$.*[*].value[*] ? (@.currency == $currency)', jsonb_build_object('currency', wanted.code))`),
    entity: holdersThrough(
      'entity_type',
      `holder.id <> wanted.id
        AND ${HAS_WANTED}`,
    ),
    locale: holdersWhere(`jsonb_path_exists(
        holder.values, '$.*[*] ? (@.locale == $locale)', jsonb_build_object('locale', wanted.code))`),
    media: `${SELECT}
      FROM public.attribute JOIN public.value_holder AS holder
        ON holder.organization_id = $1::uuid AND ${has('attribute.code')}
      CROSS JOIN LATERAL jsonb_array_elements(holder.values -> attribute.code) AS cell
      CROSS JOIN LATERAL jsonb_array_elements_text(
        CASE jsonb_typeof(cell -> 'value') WHEN 'array' THEN cell -> 'value' ELSE jsonb_build_array(cell -> 'value') END
      ) AS entry (code)
      JOIN wanted ON wanted.code = entry.code
      WHERE attribute.organization_id = $1::uuid AND attribute.type IN ('media', 'media_list')`,
    option: holdersThrough('option_set', HAS_WANTED),
    unit: holdersThrough(
      'measurement_family',
      `holder.values -> attribute.code
          @> jsonb_build_array(jsonb_build_object('value', jsonb_build_object('unit', wanted.code)))`,
    ),
  },
};
