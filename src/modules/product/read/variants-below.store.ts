import type { JsonValue } from '../../../kernel/json.ts';
import type { Transaction } from '../../../kernel/operation.ts';
import { defineStatement } from '../../../platform/database/statement.ts';
import type { Statement } from '../../search/index.ts';
import type { Values } from '../../values/index.ts';

/** Channel and locale in which variants are shown. */
export interface ShownPlace {
  /** Stored code. */
  readonly channel: string;
  /** Stored code. */
  readonly locale: string;
  /** True if products sold in the channel are shown before they are live. */
  readonly preview: boolean;
}

/** Option sets by the code of the axis whose values they have. */
export type AxisOptions = Readonly<Record<string, string>>;

/** Maximum number of variants of one family that storefronts are shown. */
const MAX_VARIANTS = 1_000;

/** Returns the living variants below `model`, with the models above them, as SQL. */
const below = (columns: string, organization: string) => `SELECT ${columns} FROM public.product AS variant
      LEFT JOIN public.product AS parent
        ON parent.organization_id = variant.organization_id AND parent.id = variant.parent_id
      LEFT JOIN public.product AS root
        ON root.organization_id = variant.organization_id AND root.id = variant.root_id
    WHERE variant.organization_id = ${organization} AND (variant.parent_id = model.id OR variant.root_id = model.id)
      AND variant.type = 'variant' AND variant.deleted_at IS NULL`;

/**
 * Returns the positions of a variant's options in their set, outer axis first; axes without options have no position.
 */
const positions = (
  organization: string,
  options: string,
) => `(SELECT array_agg(ROW (coalesce(option.sort_order, 0), coalesce(option.code, '')) ORDER BY axis.number)
      FROM jsonb_array_elements(coalesce(parent.axis_key, '[]')::jsonb || variant.axis_key::jsonb)
          WITH ORDINALITY AS axis (pair, number)
        LEFT JOIN public.option ON option.organization_id = ${organization}
          AND option.option_set = ${options}::jsonb ->> (axis.pair ->> 0) AND option.code_key = lower(axis.pair ->> 1))`;

/** Returns the living variants below models as a page: by the positions of their options, then by id. */
export const pageOfVariants = (
  organizationId: string,
  modelIds: readonly string[],
  options: AxisOptions,
): Statement => ({
  text: `SELECT variant.id, jsonb_build_array(model.id) AS position,
      row_number() OVER (ORDER BY model.id, variant.positions, variant.id) AS place
    FROM unnest($1::uuid[]) AS model (id) CROSS JOIN LATERAL (
      ${below(`variant.id, ${positions('$2::uuid', '$3')} AS positions`, '$2::uuid')}
      ORDER BY positions, variant.id LIMIT ${MAX_VARIANTS}) AS variant`,
  parameters: [[...modelIds], organizationId, JSON.stringify(options)],
});

/** SQL condition of the parameters 3 to 5: the variant is shown in the channel and locale. */
const IS_SHOWN = `CASE WHEN $5::boolean
    THEN variant.status <> 'archived' AND coalesce(coalesce(variant.channels, parent.channels, root.channels) ? $3::text, true)
    ELSE variant.live_in ? ($3::text || '/' || $4::text) END`;

const DEFAULT_VARIANTS = defineStatement({
  name: 'product.default_variants',
  kind: 'read',
  row: { model: 'text', variant: 'text' },
  sql: `SELECT model.id::text AS model, first.id::text AS variant
    FROM unnest($2::uuid[]) AS model (id) CROSS JOIN LATERAL (
      ${below('variant.id', '$1::uuid')} AND ${IS_SHOWN}
      ORDER BY ${positions('$1::uuid', '$6')}, variant.id LIMIT 1) AS first`,
});

/** Returns the first shown variant below models, by the UUID of the model; models without one are left out. */
export async function loadDefaultVariants(
  transaction: Transaction,
  organizationId: string,
  modelIds: readonly string[],
  { channel, locale, preview }: ShownPlace,
  options: AxisOptions,
): Promise<ReadonlyMap<string, string>> {
  const parameters = [organizationId, [...modelIds], channel, locale, preview, JSON.stringify(options)];
  const rows = await transaction.execute(DEFAULT_VARIANTS, parameters);
  return new Map(rows.map(({ model, variant }) => [model, variant]));
}

const CELLS_BELOW = defineStatement({
  name: 'product.cells_below',
  kind: 'read',
  row: { model: 'text', own: 'text | null', ofParent: 'text | null', ofRoot: 'text | null' },
  sql: `SELECT DISTINCT model.id::text AS model, shown.own, shown."ofParent", shown."ofRoot"
    FROM unnest($2::uuid[]) AS model (id) CROSS JOIN LATERAL (
      ${below(
        `(variant."values" -> $6::text)::text AS own, (parent."values" -> $6::text)::text AS "ofParent",
          (root."values" -> $6::text)::text AS "ofRoot"`,
        '$1::uuid',
      )} AND ${IS_SHOWN}) AS shown`,
});

/** The cells of one attribute that a product and the models above it have, nearest first. */
export type InheritedCells = readonly [own: Values, ...above: Values[]];

/** Returns the different cells of an attribute that the shown variants below models have, by the UUID of the model. */
export async function loadCellsBelow(
  transaction: Transaction,
  organizationId: string,
  modelIds: readonly string[],
  { channel, locale, preview }: ShownPlace,
  attribute: string,
): Promise<ReadonlyMap<string, readonly InheritedCells[]>> {
  const parameters = [organizationId, [...modelIds], channel, locale, preview, attribute];
  const rows = await transaction.execute(CELLS_BELOW, parameters);
  const valuesOf = (cells: string | null): Values =>
    (cells === null ? {} : { [attribute]: JSON.parse(cells) as JsonValue }) as unknown as Values;
  return new Map(
    [...Map.groupBy(rows, ({ model }) => model)].map(([model, all]) => [
      model,
      all.map(({ own, ofParent, ofRoot }) => [valuesOf(own), valuesOf(ofParent), valuesOf(ofRoot)] as const),
    ]),
  );
}
