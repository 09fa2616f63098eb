import { PRICES } from '../../../kernel/budget/operation-budget.ts';
import { RequestError } from '../../../kernel/errors.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { ChangeEffect } from '../../../kernel/module.ts';
import type { ReadContext } from '../../../kernel/operation.ts';
import { ALL_PRODUCTS, findProductIds, type ProductFilter } from '../../search/index.ts';
import type { CatalogueStructure, SetStructure } from '../../structure/index.ts';

/** The structure before and after a change. */
interface StructureChange {
  readonly before: CatalogueStructure;
  readonly after: CatalogueStructure;
}

type EffectScope = Partial<Pick<ChangeEffect, 'channel' | 'locale' | 'attribute'>>;

/**
 * Returns a short search for the products of an effect (their ids), before the change; null if there is none that finds
 * exactly these. It is proposed by what changes and compared with the products, so that it need not be right in every case.
 */
export async function findEffectFilter(
  reader: ReadContext,
  change: StructureChange,
  { kind, scope }: { readonly kind: ChangeEffect['kind']; readonly scope: EffectScope },
  ids: readonly string[],
): Promise<JsonObject | null> {
  const filter =
    kind === 'hidden_values' ? ofLostAttribute(change, scope) : ofNewRequirements(change, kind, scope);
  if (filter === null) return null;
  reader.budget?.spend(PRICES.list);
  const matches = await whereSearchable(() =>
    findProductIds(
      reader,
      { filter: filter as ProductFilter },
      { visibility: ALL_PRODUCTS, structure: change.before },
      ids.length + 1,
    ),
  );
  if (matches?.length !== ids.length) return null;
  const expectedIds = new Set(ids);
  return matches.every((id) => expectedIds.has(id)) ? filter : null;
}

/** Runs a search; returns null while products are made searchable. */
export async function whereSearchable<Result>(search: () => Promise<Result>): Promise<Result | null> {
  try {
    return await search();
  } catch (error) {
    if (error instanceof RequestError && error.code === 'search-unavailable') return null;
    throw error;
  }
}

/** Returns the search for products with values of an attribute that their set loses. */
function ofLostAttribute({ before, after }: StructureChange, { attribute }: EffectScope): JsonObject | null {
  if (attribute === null || attribute === undefined) return null;
  const sets = [...before.sets].filter(
    ([key, { members }]) => members.has(attribute) && after.sets.get(key)?.members.has(attribute) === false,
  );
  const codes = sets.map(([, { document }]) => document.code);
  return { attributeSet: { in: codes }, attributes: [{ attribute, empty: false }] };
}

/** Returns the search for products that are complete or live, and without a value that becomes required. */
function ofNewRequirements(
  { before, after }: StructureChange,
  kind: ChangeEffect['kind'],
  { channel = null, locale = null }: EffectScope,
): JsonObject | null {
  if (channel === null || locale === null) return null;
  if (kind !== 'incomplete' && kind !== 'leaves_live') return null;
  const sets = [...after.sets].flatMap(([key, set]) => {
    const required = requiredIn(before.sets.get(key), channel);
    const added = [...requiredIn(set, channel)].filter((code) => !required.has(code));
    if (added.length === 0) return [];
    const empty = added.map((attribute) => ({ attributes: [{ attribute, channel, locale, empty: true }] }));
    return [{ added, filter: { attributeSet: { eq: set.document.code }, or: empty } }];
  });
  const isNew = (code: string) => ![...before.attributes.values()].some((one) => one.code === code);
  if (sets.length === 0 || sets.some(({ added }) => added.some(isNew))) return null;
  const state =
    kind === 'incomplete' ? { completeness: { channel, locale, eq: 100 } } : { live: { channel, locale } };
  return { ...state, or: sets.map(({ filter }) => filter) };
}

/** Returns the codes of the attributes that a set requires in a channel. */
const requiredIn = (set: SetStructure | undefined, channel: string): ReadonlySet<string> =>
  new Set([...(set?.requirements.get('*') ?? []), ...(set?.requirements.get(channel) ?? [])]);
