import type { Labels } from '../../../kernel/labels.ts';
import type { Transaction } from '../../../kernel/operation.ts';
import type { ColumnsOf } from '../../../kernel/statement.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import { defineStatementFamily } from '../../../platform/database/statement.ts';
import { lacksSomeLabel, matchesText } from '../../../platform/resource/resource-list.ts';

/** Kinds of objects whose labels are listed together, in the order of the list. */
export const LABEL_KINDS = [
  'attribute',
  'attribute_group',
  'attribute_set',
  'option_set',
  'option',
  'category',
  'entity_type',
  'association_type',
  'channel',
  'measurement_family',
  'unit',
] as const;
export type LabelKind = (typeof LABEL_KINDS)[number];

/** An object of the model with its labels. */
export interface LabelledObject {
  readonly kind: LabelKind;
  readonly code: string;
  /** Code of the set of an option, or of the family of a unit; empty for other kinds. */
  readonly owner: string;
  readonly labels: Labels;
  /** Version of the object, or of the family of a unit. */
  readonly version: number;
  /** Type of an attribute. */
  readonly type: string | null;
}

export interface LabelFilter {
  readonly kinds: readonly LabelKind[];
  /** Part of the code, of a label, or of the code of the owner; empty for all. */
  readonly search: string;
  /** Locales of which at least one has no label; null for all objects. */
  readonly missingIn: readonly string[] | null;
  /** Folded codes; null for all. */
  readonly codes: readonly string[] | null;
}

/** Position of an object in the list. */
export type LabelPosition = readonly [kind: LabelKind, owner: string, code: string];

const objectsOf = (kind: LabelKind, owner = `''`, type = 'NULL') =>
  `SELECT ${LABEL_KINDS.indexOf(kind)} AS position, '${kind}' AS kind, ${owner} AS owner, code, labels, version,
    ${type}::text AS type FROM public."${kind}" WHERE organization_id = $1::uuid`;

/** SQL of the objects of each kind; `$1` is the organization. */
const OBJECTS: Readonly<Record<LabelKind, string>> = {
  attribute: objectsOf('attribute', undefined, 'type'),
  attribute_group: objectsOf('attribute_group'),
  attribute_set: objectsOf('attribute_set'),
  option_set: objectsOf('option_set'),
  option: objectsOf('option', 'option_set'),
  category: objectsOf('category'),
  entity_type: objectsOf('entity_type'),
  association_type: objectsOf('association_type'),
  channel: objectsOf('channel'),
  measurement_family: objectsOf('measurement_family'),
  unit: `SELECT ${LABEL_KINDS.indexOf('unit')} AS position, 'unit' AS kind, family.code AS owner, unit ->> 'code' AS code,
      coalesce(unit -> 'labels', '{}') AS labels, version, NULL::text AS type
    FROM public.measurement_family AS family, jsonb_array_elements(units) AS unit
    WHERE organization_id = $1::uuid`,
};

const allOf = (kinds: readonly LabelKind[]) =>
  kinds.map((kind) => OBJECTS[kind]).join(' UNION ALL ') || `${OBJECTS.attribute} AND false`;

const ROW: ColumnsOf<LabelledObject> = {
  kind: 'text',
  code: 'text',
  owner: 'text',
  labels: 'json',
  version: 'int',
  type: 'text | null',
};

const LIST = defineStatementFamily<LabelledObject>({
  name: 'catalogue.list_labels',
  kind: 'read',
  row: ROW,
  sql: (query) => query,
});

const COUNT = defineStatementFamily({
  name: 'catalogue.count_labels',
  kind: 'read',
  row: { count: 'int' },
  sql: (rows) => `SELECT count(*)::int AS count FROM ${rows}`,
});

/** Returns the SQL of the objects that a filter finds, whose first parameter is the organization. */
function filteredObjects({ kinds, search, missingIn, codes }: LabelFilter, parameters: Parameters): string {
  const conditions = [
    ...(search === '' ? [] : [matchesText(search, 'jsonb_build_array(labels, owner)', parameters)]),
    ...(missingIn === null ? [] : [lacksSomeLabel(missingIn, parameters)]),
    ...(codes === null ? [] : [`lower(code) = ANY (${parameters.add(codes, 'text[]')})`]),
  ];
  const condition = conditions.map((one) => `(${one})`).join(' AND ');
  return `(${allOf(kinds)}) AS object ${condition === '' ? '' : `WHERE ${condition}`}`;
}

/** Returns the first objects of a filter after a position, by kind, owner and code. */
export function findLabels(
  transaction: Transaction,
  organizationId: string,
  filter: LabelFilter,
  page: { readonly after: LabelPosition | null; readonly limit: number },
): Promise<readonly LabelledObject[]> {
  const parameters = new Parameters();
  parameters.add(organizationId, 'uuid');
  const objects = filteredObjects(filter, parameters);
  const [kind, owner, code] = page.after ?? [];
  const beyond =
    kind === undefined
      ? ''
      : `WHERE (position, owner, code) > (${parameters.add(LABEL_KINDS.indexOf(kind), 'int')}, ${parameters.add(owner, 'text')}, ${parameters.add(code, 'text')})`;
  return transaction.execute(
    LIST(`SELECT kind, code, owner, labels, version, type FROM (SELECT * FROM ${objects}) AS listed ${beyond}
      ORDER BY position, owner, code LIMIT ${page.limit}`),
    parameters.values,
  );
}

/** Returns the number of objects of a filter. */
export async function countLabels(
  transaction: Transaction,
  organizationId: string,
  filter: LabelFilter,
): Promise<number> {
  const parameters = new Parameters();
  parameters.add(organizationId, 'uuid');
  const [row] = await transaction.execute(COUNT(filteredObjects(filter, parameters)), parameters.values);
  return row?.count ?? 0;
}

/** Number of objects of a kind, and of those of them without a label in an enabled locale. */
interface MissingLabels {
  readonly kind: LabelKind;
  readonly count: number;
  /** It is null where no locale is enabled. */
  readonly locale: string | null;
  readonly missing: number;
}

const SUMMARY = defineStatementFamily<MissingLabels>({
  name: 'catalogue.summarize_labels',
  kind: 'read',
  row: { kind: 'text', count: 'int', locale: 'text | null', missing: 'int' },
  sql: (objects) => `SELECT kind, count(*)::int AS count, locale.code AS locale,
          (count(*) FILTER (WHERE NOT labels ? locale.code))::int AS missing
        FROM (${objects}) AS object
        LEFT JOIN (SELECT code FROM public.locale WHERE organization_id = $1::uuid AND enabled) AS locale ON true
        GROUP BY position, kind, locale.code ORDER BY position, locale.code`,
});

/** Returns the number of objects without a label, by kind and enabled locale. Kinds without objects are left out. */
export const countMissingLabels = (
  transaction: Transaction,
  organizationId: string,
  kinds: readonly LabelKind[],
): Promise<readonly MissingLabels[]> => transaction.execute(SUMMARY(allOf(kinds)), [organizationId]);
