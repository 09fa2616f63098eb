import { foldKey } from '../../kernel/codes.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import type { ModelItem } from '../catalogue/index.ts';
import { type ColumnMapping, SET_OF_NEW_FIELD, type Transform } from '../file-formats/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import { planCategories } from './plan-categories.ts';
import type { ProposalScope } from './proposal-scope.ts';
import { localeOf, type ProposedAttribute, proposeAttributes, toDefinition } from './propose-attributes.ts';
import type { ProposedColumn } from './propose-columns.ts';
import {
  attributeItems,
  channelItem,
  newSet,
  type ProposedSet,
  setChanges,
  settingItems,
} from './proposed-items.ts';
import { transformsOf } from './reading-steps.ts';

/** A column with its target. */
export interface PlannedColumn extends ProposedColumn {
  /** Target in the mapping; null if the column is ignored. */
  readonly target: string | null;
  /** Null for other uses. */
  readonly attribute: ProposedAttribute | null;
  readonly locale: string | null;
  readonly transforms: readonly Transform[];
}

export interface ProposalPlan {
  readonly columns: readonly PlannedColumn[];
  /** Objects to create where they do not exist. */
  readonly items: readonly ModelItem[];
  /** Changes of objects that exist. */
  readonly changes: readonly ModelItem[];
  readonly mapping: readonly ColumnMapping[];
}

/**
 * Returns the model and the mapping for columns. What exists is used as it is. Gives way to other requests between
 * columns.
 */
export async function planProposal(
  proposed: readonly ProposedColumn[],
  set: ProposedSet,
  requested: ProposalScope,
  structure: CatalogueStructure,
): Promise<ProposalPlan> {
  // A new channel has the currencies of the file, too.
  const currencies = [...requested.currencies, ...proposed.flatMap(({ currency }) => currency ?? [])];
  const scope = { ...requested, currencies: [...new Set(currencies)] };
  const { columns, attributes } = await proposeAttributes(proposed, scope, structure);
  const categories = planCategories(
    columns.filter(({ use }) => use === 'categories'),
    scope,
  );
  const attributeByColumn = new Map(
    attributes.flatMap((attribute) => attribute.columns.map((column) => [column, attribute] as const)),
  );
  const planned = withPlanned(structure, columns, attributes);
  const plannedColumns: PlannedColumn[] = [];
  for (const column of columns) {
    await yieldToEventLoop();
    const attribute = attributeByColumn.get(column) ?? null;
    const locale = attribute?.localizable === true ? localeOf(column, scope.locales) : null;
    const target = attribute?.target ?? targetOf(column, attribute, locale);
    const transforms =
      target === null
        ? []
        : (categories.transforms.get(column) ?? transformsOf(column, target, planned, scope));
    plannedColumns.push({ ...column, target, locale, attribute, transforms });
  }
  const storedSet = structure.sets.get(foldKey(set.code));
  const used = [...new Set(plannedColumns.flatMap(({ attribute }) => attribute?.code ?? []))];
  return {
    columns: plannedColumns,
    items: [
      ...settingItems(scope, columns, structure),
      ...categories.items,
      ...attributes.flatMap((attribute, index) => attributeItems(attribute, scope, index)),
      ...(structure.channels.has(foldKey(scope.channel)) ? [] : [channelItem(scope)]),
      ...(storedSet === undefined ? [newSet(set, attributes, used, scope)] : []),
    ],
    changes: storedSet === undefined ? [] : setChanges(storedSet, used),
    mapping: [
      ...plannedColumns.map(({ sample, target, transforms }) => ({
        column: sample.column,
        target,
        ...(transforms.length > 0 && { transform: transforms }),
      })),
      { column: SET_OF_NEW_FIELD, target: SET_OF_NEW_FIELD, transform: [{ default: set.code }] },
    ],
  };
}

/** Returns the structure as it will be, as far as targets and transforms are made from it. */
const withPlanned = (
  structure: CatalogueStructure,
  columns: readonly ProposedColumn[],
  attributes: readonly ProposedAttribute[],
): CatalogueStructure => ({
  ...structure,
  attributes: new Map([
    ...structure.attributes,
    ...attributes.map(
      (attribute) => [foldKey(attribute.code), attribute.stored ?? toDefinition(attribute)] as const,
    ),
  ]),
  families: new Map([
    ...structure.families,
    ...columns.flatMap(({ unit }) =>
      unit === null ? [] : [[foldKey(unit.family.code), unit.family] as const],
    ),
  ]),
});

function targetOf(
  column: ProposedColumn,
  attribute: ProposedAttribute | null,
  locale: string | null,
): string | null {
  if (column.use === 'sku') return 'sku';
  if (column.use === 'categories') return 'categories';
  if (attribute === null) return null;
  return [attribute.code, locale, attribute.type === 'price' ? column.currency : null]
    .filter((part) => part !== null)
    .join('-');
}
