import { foldKey } from '../../../kernel/codes.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { toUtcTimestamp } from '../../attribute/index.ts';
import {
  PRODUCT_STATUSES,
  PRODUCT_TYPES,
  WORDS_PROPERTIES,
  type WordsProperty,
} from '../../property/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type {
  AssociationCondition,
  CategoryCondition,
  CompletenessCondition,
  EqualityCondition,
  ExternalRefCondition,
  LiveCondition,
  MomentCondition,
  ProductConditions,
  PublicationCondition,
  SetCondition,
  TextCondition,
} from './filter.ts';
import {
  and,
  type CellScope,
  type Fact,
  fact,
  type MomentProperty,
  NEVER,
  not,
  or,
  type Plan,
  type Range,
} from './plan.ts';
import { findAttribute } from './plan-attribute.ts';
import { below, cellScopeOf, findChannel, findLocale, type Planning } from './planning.ts';
import { searchForm, wordsOf } from './search-form.ts';
import { wordPlan } from './word-plan.ts';

/** A property that objects are filtered by: its description for clients, and the meaning of a condition on it. */
export interface FilterProperty<Condition> {
  /** Type of its operands, as a term for clients. */
  readonly type: string;
  /** Words of the grammar. */
  readonly operators: readonly string[];
  /** All operands there are. */
  readonly values?: readonly string[];
  /** Returns a condition as plans that must all hold. */
  plan(condition: Condition, planning: Planning): readonly Plan[];
}

export type FilterProperties<Conditions> = {
  readonly [Key in keyof Conditions]: FilterProperty<Conditions[Key]>;
};

const EQUALITY = ['eq', 'ne', 'in', 'nin'] as const;
const MEMBERSHIP = ['any', 'all', 'none', 'empty'] as const;
const MOMENT = ['lt', 'lte', 'gt', 'gte', 'between', 'last_days'] as const;

/** Full text: each word of it has to be found. */
export const wordsProperty: FilterProperty<string> = {
  type: 'search',
  operators: [],
  plan: (q, { references }) =>
    wordsOf(q).map((text) => wordPlan(text, references.optionsWithLabel(text), references.searchedCells)),
};

export const momentProperty = (key: MomentProperty): FilterProperty<MomentCondition> => ({
  type: 'datetime',
  operators: MOMENT,
  plan: (condition, planning) =>
    rangesOf(condition, planning).map((range) => ({ kind: 'moment', property: key, range })),
});

export const idProperty = (
  type: 'Product' | 'Entity',
): FilterProperty<EqualityCondition & { readonly empty?: boolean | null | undefined }> => ({
  type: 'id',
  operators: [...EQUALITY, 'empty'],
  plan: (condition) => [
    ...equality(condition, (ids) => ({ kind: 'id', ids: ids.flatMap((id) => decodeIdOf(type, id) ?? []) })),
    // Everything has an id.
    ...emptiness(condition.empty, NEVER),
  ],
});

/** SKU or code. */
export const keyProperty: FilterProperty<TextCondition> = {
  type: 'text',
  operators: [...EQUALITY, 'contains', 'starts_with'],
  plan(condition) {
    const { contains, startsWith } = condition;
    const part = (match: 'contains' | 'starts-with', text: string): Plan => ({
      kind: 'key-text',
      match,
      text,
    });
    return [
      ...equality(condition, (keys) => ({ kind: 'key', keys: keys.map(foldKey) })),
      ...(typeof contains === 'string' ? [part('contains', searchForm(contains))] : []),
      ...(typeof startsWith === 'string' ? [part('starts-with', foldKey(startsWith))] : []),
    ];
  },
};

const enumProperty = <Value extends string>(
  name: string,
  values: readonly Value[],
): FilterProperty<EqualityCondition<Value>> => ({
  type: 'enum',
  operators: EQUALITY,
  values,
  plan: (condition) => equality(condition, (asked) => fact(...asked.map((value): Fact => [name, value]))),
});

const wordsFilter = (key: WordsProperty): FilterProperty<SetCondition> => ({
  type: 'text',
  operators: MEMBERSHIP,
  plan: (condition) => [
    ...membership(condition, (words) => fact(...words.map((word): Fact => [key, foldKey(word.trim())]))),
    ...emptiness(condition.empty, not(fact([key]))),
  ],
});

const WORDS_FILTERS = Object.fromEntries(WORDS_PROPERTIES.map((key) => [key, wordsFilter(key)])) as Readonly<
  Record<WordsProperty, FilterProperty<SetCondition>>
>;

/** Everything that products are filtered by besides attributes: the one table behind filters and their description. */
export const PRODUCT_FILTERS: FilterProperties<ProductConditions> = {
  q: wordsProperty,
  id: idProperty('Product'),
  sku: keyProperty,
  ...WORDS_FILTERS,
  type: enumProperty('type', PRODUCT_TYPES),
  status: enumProperty('status', PRODUCT_STATUSES),
  attributeSet: {
    type: 'code',
    operators: [...EQUALITY, 'empty'],
    plan: (condition, planning) => [
      ...equality(condition, (codes, key) =>
        fact(...codes.map((code): Fact => ['set', setCode(code, below(planning, key))])),
      ),
      ...emptiness(condition.empty, fact(['set'])),
    ],
  },
  parent: {
    type: 'product',
    operators: [...EQUALITY, 'empty'],
    plan: (condition, { references }) => [
      ...equality(condition, (refs) =>
        fact(...refs.flatMap((ref) => references.productId(ref) ?? []).map((id): Fact => ['parent', id])),
      ),
      ...emptiness(condition.empty, fact(['parent'])),
    ],
  },
  channels: {
    type: 'channel',
    operators: MEMBERSHIP,
    plan: (condition, planning) => [
      ...membership(condition, (codes, key) =>
        soldIn(codes.map((code) => findChannel(code, planning, key) ?? code)),
      ),
      ...emptiness(condition.empty, not(fact(['channels']))),
    ],
  },
  categories: { type: 'category', operators: MEMBERSHIP, plan: planCategories },
  externalRefs: {
    type: 'external_ref',
    operators: ['eq', 'in', 'empty'],
    plan: (conditions) => conditions.flatMap(planExternalRef),
  },
  associations: {
    type: 'association',
    operators: ['any', 'empty'],
    plan: (conditions, planning) =>
      conditions.flatMap((one, index) => planLink(one, below(planning, String(index)))),
  },
  completeness: {
    type: 'completeness',
    operators: ['eq', 'lt', 'lte', 'gt', 'gte', 'missing'],
    plan: planCompleteness,
  },
  publication: { type: 'publication', operators: ['channel', 'locale', 'state'], plan: planPublication },
  live: { type: 'live', operators: ['channel', 'locale'], plan: planLive },
  createdAt: momentProperty('createdAt'),
  updatedAt: momentProperty('updatedAt'),
  effectiveUpdatedAt: momentProperty('effectiveUpdatedAt'),
};

/** Returns the four ways to compare for equality, over one plan that means "is one of"; `key` is the operator's. */
export function equality<Value extends string>(
  { eq, ne, in: among, nin }: EqualityCondition<Value>,
  isOneOf: (values: readonly Value[], key: string) => Plan,
): Plan[] {
  return [
    ...(typeof eq === 'string' ? [isOneOf([eq], 'eq')] : []),
    ...(typeof ne === 'string' ? [not(isOneOf([ne], 'ne'))] : []),
    ...(among ? [isOneOf(among, 'in')] : []),
    ...(nin ? [not(isOneOf(nin, 'nin'))] : []),
  ];
}

/** Returns `isEmpty` for `empty: true`, its opposite for `empty: false`. */
export function emptiness(empty: boolean | null | undefined, isEmpty: Plan): Plan[] {
  if (typeof empty !== 'boolean') return [];
  return [empty ? isEmpty : not(isEmpty)];
}

/** Returns the plans of `any`, `all` and `none` over one plan that means "is in at least one of". */
function membership(
  { any, all, none }: SetCondition,
  inOneOf: (codes: readonly string[], key: string) => Plan,
): Plan[] {
  return [
    ...(any ? [inOneOf(any, 'any')] : []),
    ...(all ? all.map((code) => inOneOf([code], 'all')) : []),
    ...(none ? [not(inOneOf(none, 'none'))] : []),
  ];
}

/** Returns the plan of products sold in at least one of these channels. */
export const soldIn = (codes: readonly string[]): Plan =>
  codes.length === 0 ? NEVER : fact(['channel'], ...codes.map((code): Fact => ['channel', code]));

function setCode(code: string, { structure, problems, path }: Planning): string {
  const found = structure.sets.get(foldKey(code))?.document.code;
  const known = [...structure.sets.values()].map(({ document }) => document.code);
  if (found === undefined) problems.missing('reference-not-found', path, 'attribute set', code, known);
  return found ?? code;
}

function planCategories(condition: CategoryCondition, { references, problems, path }: Planning): Plan[] {
  const reach = (code: string, key: string): readonly string[] => {
    const subtree = references.subtreeOf(code);
    if (subtree !== undefined) return condition.descendants === false ? subtree.slice(0, 1) : subtree;
    problems.missing('category-not-found', [...path, key], 'category', code, references.categoryCodes());
    return [];
  };
  const inOneOf = (codes: readonly string[], key: string): Plan =>
    fact(...[...new Set(codes.flatMap((code) => reach(code, key)))].map((code): Fact => ['category', code]));
  return [...membership(condition, inOneOf), ...emptiness(condition.empty, not(fact(['category'])))];
}

/** Plans a condition on external ids: ids compare byte for byte, systems in either case. */
function planExternalRef({ system, eq, in: among, empty }: ExternalRefCondition): Plan[] {
  const isOneOf = (ids: readonly string[]): Plan =>
    fact(...ids.map((id): Fact => ['ref', foldKey(system), id]));
  return [
    ...(typeof eq === 'string' ? [isOneOf([eq])] : []),
    ...(among ? [isOneOf(among)] : []),
    ...emptiness(empty, not(fact(['ref', foldKey(system)]))),
  ];
}

function planLink({ type: code, any, empty }: AssociationCondition, planning: Planning): Plan[] {
  const { structure, references, problems, path } = planning;
  const type = structure.associationTypes.get(foldKey(code))?.code;
  if (type === undefined) {
    const known = [...structure.associationTypes.values()].map((document) => document.code);
    problems.missing('reference-not-found', [...path, 'type'], 'association type', code, known);
    return [];
  }
  const targets = any?.flatMap((ref) => references.productId(ref) ?? []) ?? null;
  return [
    ...(any ? [{ kind: 'link', type, targets } as const] : []),
    ...emptiness(empty, not({ kind: 'link', type, targets: null })),
  ];
}

function planCompleteness(condition: CompletenessCondition, planning: Planning): Plan[] {
  const { eq, lt, lte, gt, gte, missing, scope } = condition;
  const cellScope = cellScopeOf(condition, planning);
  const bounds = [eq, lt, lte, gt, gte].filter((bound) => typeof bound === 'number');
  const from = Math.max(0, eq ?? 0, gte ?? 0, typeof gt === 'number' ? gt + 1 : 0);
  const to = Math.min(100, eq ?? 100, lte ?? 100, typeof lt === 'number' ? lt - 1 : 100);
  const attributes = (missing ?? []).flatMap(
    (code, index) => findAttribute(code, below(planning, 'missing', String(index)))?.code ?? [],
  );
  return [
    ...(bounds.length > 0
      ? [{ kind: 'completeness', cellScope, scope: scope ?? 'any', from, to } as const]
      : []),
    ...(missing ? [{ kind: 'missing', cellScope, attributes } as const] : []),
  ];
}

/**
 * Plans a condition on publication, which is computed: it is a condition on the fields it is computed from. Without a
 * locale, one in which the product appears is enough.
 */
function planPublication(condition: PublicationCondition, planning: Planning): Plan[] {
  const { channel: code, locale, state } = condition;
  const channel = planning.structure.channels.get(foldKey(findChannel(code, planning, 'channel') ?? ''));
  const wanted = locale ? findLocale(locale, planning, 'locale') : null;
  if (channel === undefined || wanted === undefined) return [];
  const locales = [...channel.locales].filter((one) => wanted === null || one === wanted);
  // A channel that is not active, or does not have the locale, publishes nothing there and decides about no product.
  if (!channel.document.active || locales.length === 0) return [NEVER];
  const published = fact(['status', 'published']);
  const appears = and([
    fact(['ancestors-published']),
    not(fact(['set'])),
    ...(channel.document.publishGuard === 'complete'
      ? [or(locales.map((one) => not(incomplete({ channel: channel.code, locale: one }))))]
      : []),
  ]);
  const sold = soldIn([channel.code]);
  if (state === 'unpublished') return [sold, not(published)];
  return [sold, published, state === 'published' ? appears : not(appears)];
}

/**
 * Plans that a product is live in at least one of the channels and locales that a condition, or the context, leaves
 * open.
 */
function planLive(condition: LiveCondition, planning: Planning): Plan[] {
  const cellScope = cellScopeOf(condition, planning);
  const { structure } = planning;
  const scopes = [...structure.channels.values()]
    .filter(({ code }) => cellScope.channel === null || code === cellScope.channel)
    .flatMap(({ code: channel, locales }) =>
      [...locales]
        .filter((locale) => cellScope.locale === null || locale === cellScope.locale)
        .map((locale) => ({ channel, locale })),
    );
  if (scopes.length === 0) return [NEVER];
  if (planning.liveIsUnknown === true) return [or(scopes.map((one) => planLiveIn(one, planning)))];
  return [fact(...scopes.map(({ channel, locale }): Fact => ['live', channel, locale]))];
}

/** Plans that a product is live in a channel and locale (stored codes). */
export function planLiveIn(
  { channel, locale }: { readonly channel: string; readonly locale: string },
  { structure, liveIsUnknown }: Pick<Planning, 'structure' | 'liveIsUnknown'>,
): Plan {
  return liveIsUnknown === true
    ? and(computedLive({ channel, locale }, structure))
    : fact(['live', channel, locale]);
}

/** Returns the conditions that make a product live, until they are stored. */
function computedLive(
  cellScope: CellScope & { readonly channel: string },
  { channels }: CatalogueStructure,
): Plan[] {
  const document = channels.get(foldKey(cellScope.channel))?.document;
  if (document?.active !== true) return [NEVER];
  return [
    fact(['status', 'published']),
    fact(['ancestors-published']),
    not(fact(['set'])),
    soldIn([cellScope.channel]),
    ...(document.publishGuard === 'complete' ? [not(incomplete(cellScope))] : []),
  ];
}

const incomplete = (cellScope: CellScope): Plan => ({
  kind: 'completeness',
  cellScope,
  scope: 'any',
  from: 0,
  to: 99,
});

const OPEN: Range = { from: null, to: null, fromIncluded: true, toIncluded: true };

function rangesOf(condition: MomentCondition, { problems, path, now }: Planning): Range[] {
  const read = (text: string, key: string): number => {
    const utc = toUtcTimestamp(text);
    const message = localized('not-a-time', { text });
    if (utc === null)
      problems.add('validation-failed', 'invalid-date', [...path, key], message, { value: text });
    return Date.parse(utc ?? '');
  };
  const { lt, lte, gt, gte, between, lastDays } = condition;
  const ranges: Range[] = [];
  if (lt) ranges.push({ ...OPEN, to: read(lt, 'lt'), toIncluded: false });
  if (lte) ranges.push({ ...OPEN, to: read(lte, 'lte') });
  if (gt) ranges.push({ ...OPEN, from: read(gt, 'gt'), fromIncluded: false });
  if (gte) ranges.push({ ...OPEN, from: read(gte, 'gte') });
  if (between) {
    const [from, to] = between;
    const message = localized('between-two-times');
    if (between.length !== 2 || from === undefined || to === undefined)
      problems.add('validation-failed', 'wrong-type', [...path, 'between'], message);
    else ranges.push({ ...OPEN, from: read(from, 'between'), to: read(to, 'between') });
  }
  if (typeof lastDays === 'number')
    ranges.push({ ...OPEN, from: now.getTime() - lastDays * 86_400_000, to: now.getTime() });
  return ranges;
}
