import { foldKey } from '../../../kernel/codes.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { toUtcTimestamp } from '../../attribute/index.ts';
import {
  KEYWORDS_PROPERTIES,
  type KeywordsProperty,
  PRODUCT_STATUSES,
  PRODUCT_TYPES,
} from '../../property/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type {
  AssociationCondition,
  CategoryCondition,
  CompletenessCondition,
  DateTimeCondition,
  EqualityCondition,
  ExternalRefCondition,
  LiveCondition,
  ProductConditions,
  PublicationCondition,
  SetCondition,
  TextCondition,
} from './filter.ts';
import { normalizeText, wordsOf } from './normalize-text.ts';
import {
  and,
  type CellScope,
  hasTerm,
  type IndexTerm,
  MATCH_NONE,
  MAX_RARE,
  not,
  or,
  type Plan,
  type Range,
  type TimestampProperty,
} from './plan.ts';
import { findAttribute } from './plan-attribute.ts';
import { atPath, cellScopeOf, findChannel, findLocale, type PlanContext } from './plan-context.ts';
import { planQueryTerm } from './plan-query-term.ts';

/** A property that objects are filtered by: its description for clients, and the meaning of a condition on it. */
export interface FilterProperty<Condition> {
  /** Type of its operands, as a term for clients. */
  readonly type: string;
  /** Words of the grammar. */
  readonly operators: readonly string[];
  /** All operands there are. */
  readonly values?: readonly string[];
  /** Returns a condition as plans that must all hold. */
  plan(condition: Condition, planning: PlanContext): readonly Plan[];
}

export type FilterProperties<Conditions> = {
  readonly [Key in keyof Conditions]: FilterProperty<Conditions[Key]>;
};

const EQUALITY = ['eq', 'ne', 'in', 'nin'] as const;
const MEMBERSHIP = ['any', 'all', 'none', 'empty'] as const;
const MOMENT = ['lt', 'lte', 'gt', 'gte', 'between', 'last_days'] as const;

/** Full text: each word of it has to be found. */
export const fullTextFilter: FilterProperty<string> = {
  type: 'search',
  operators: [],
  plan: (q, { references }) =>
    wordsOf(q).map((text) =>
      planQueryTerm(text, references.optionsWithLabel(text), references.searchedCells),
    ),
};

export const timestampFilter = (key: TimestampProperty): FilterProperty<DateTimeCondition> => ({
  type: 'datetime',
  operators: MOMENT,
  plan: (condition, planning) =>
    rangesOf(condition, planning).map((range) => ({ kind: 'moment', property: key, range })),
});

export const idFilter = (
  type: 'Product' | 'Entity',
): FilterProperty<EqualityCondition & { readonly empty?: boolean | null | undefined }> => ({
  type: 'id',
  operators: [...EQUALITY, 'empty'],
  plan: (condition) => [
    ...planEquality(condition, (ids) => ({
      kind: 'id',
      ids: ids.flatMap((id) => decodeIdOf(type, id) ?? []),
    })),
    // Everything has an id.
    ...planEmptiness(condition.empty, MATCH_NONE),
  ],
});

/** SKU or code. */
export const keyFilter: FilterProperty<TextCondition> = {
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
      ...planEquality(condition, (keys) => ({ kind: 'key', keys: keys.map(foldKey) })),
      ...(typeof contains === 'string' ? [part('contains', normalizeText(contains))] : []),
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
  plan: (condition) =>
    planEquality(condition, (requestedValues) =>
      hasTerm(...requestedValues.map((value): IndexTerm => [name, value])),
    ),
});

const wordsFilter = (key: KeywordsProperty): FilterProperty<SetCondition> => ({
  type: 'text',
  operators: MEMBERSHIP,
  plan: (condition) => [
    ...membership(condition, (terms) =>
      hasTerm(...terms.map((word): IndexTerm => [key, foldKey(word.trim())])),
    ),
    ...planEmptiness(condition.empty, not(hasTerm([key]))),
  ],
});

const WORDS_FILTERS = Object.fromEntries(
  KEYWORDS_PROPERTIES.map((key) => [key, wordsFilter(key)]),
) as Readonly<Record<KeywordsProperty, FilterProperty<SetCondition>>>;

/** Everything that products are filtered by besides attributes: the one table behind filters and their description. */
export const PRODUCT_FILTERS: FilterProperties<ProductConditions> = {
  q: fullTextFilter,
  id: idFilter('Product'),
  sku: keyFilter,
  ...WORDS_FILTERS,
  type: enumProperty('type', PRODUCT_TYPES),
  status: enumProperty('status', PRODUCT_STATUSES),
  attributeSet: {
    type: 'code',
    operators: [...EQUALITY, 'empty'],
    plan: (condition, planning) => [
      ...planEquality(condition, (codes, key) =>
        hasTerm(...codes.map((code): IndexTerm => ['set', setCode(code, atPath(planning, key))])),
      ),
      ...planEmptiness(condition.empty, hasTerm(['set'])),
    ],
  },
  parent: {
    type: 'product',
    operators: [...EQUALITY, 'empty'],
    plan: (condition, { references }) => [
      ...planEquality(condition, (refs) =>
        hasTerm(
          ...refs.flatMap((ref) => references.productId(ref) ?? []).map((id): IndexTerm => ['parent', id]),
        ),
      ),
      ...planEmptiness(condition.empty, hasTerm(['parent'])),
    ],
  },
  channels: {
    type: 'channel',
    operators: MEMBERSHIP,
    plan: (condition, planning) => [
      ...membership(condition, (codes, key) =>
        soldInChannels(codes.map((code) => findChannel(code, planning, key) ?? code)),
      ),
      ...planEmptiness(condition.empty, not(hasTerm(['channels']))),
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
      conditions.flatMap((one, index) => planLink(one, atPath(planning, String(index)))),
  },
  completeness: {
    type: 'completeness',
    operators: ['eq', 'lt', 'lte', 'gt', 'gte', 'missing'],
    plan: planCompleteness,
  },
  publication: { type: 'publication', operators: ['channel', 'locale', 'state'], plan: planPublication },
  live: { type: 'live', operators: ['channel', 'locale'], plan: planLive },
  createdAt: timestampFilter('createdAt'),
  updatedAt: timestampFilter('updatedAt'),
  effectiveUpdatedAt: timestampFilter('effectiveUpdatedAt'),
};

/** Returns the four ways to compare for equality, over one plan that means "is one of"; `key` is the operator's. */
export function planEquality<Value extends string>(
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
export function planEmptiness(empty: boolean | null | undefined, isEmpty: Plan): Plan[] {
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
export const soldInChannels = (codes: readonly string[]): Plan =>
  codes.length === 0
    ? MATCH_NONE
    : hasTerm(['channel'], ...codes.map((code): IndexTerm => ['channel', code]));

function setCode(code: string, { structure, problems, path }: PlanContext): string {
  const matchingCode = structure.sets.get(foldKey(code))?.document.code;
  const setCodes = [...structure.sets.values()].map(({ document }) => document.code);
  if (matchingCode === undefined)
    problems.missing('reference-not-found', path, 'attribute set', code, setCodes);
  return matchingCode ?? code;
}

function planCategories(condition: CategoryCondition, { references, problems, path }: PlanContext): Plan[] {
  const reach = (code: string, key: string): readonly string[] => {
    const subtree = references.subtreeOf(code);
    if (subtree !== undefined) return condition.descendants === false ? subtree.slice(0, 1) : subtree;
    problems.missing('category-not-found', [...path, key], 'category', code, references.categoryCodes());
    return [];
  };
  const inOneOf = (codes: readonly string[], key: string): Plan => ({
    kind: 'fact',
    facts: [...new Set(codes.flatMap((code) => reach(code, key)))].map((code) => ['category', code]),
    isRare:
      codes.reduce((sum, code) => sum + (references.productsIn(code) ?? Number.POSITIVE_INFINITY), 0) <=
      MAX_RARE,
  });
  return [...membership(condition, inOneOf), ...planEmptiness(condition.empty, not(hasTerm(['category'])))];
}

/** Plans a condition on external ids: ids compare byte for byte, systems in either case. */
function planExternalRef({ system, eq, in: among, empty }: ExternalRefCondition): Plan[] {
  const isOneOf = (ids: readonly string[]): Plan => ({
    kind: 'fact',
    facts: ids.map((id) => ['ref', foldKey(system), id]),
    isRare: true,
  });
  return [
    ...(typeof eq === 'string' ? [isOneOf([eq])] : []),
    ...(among ? [isOneOf(among)] : []),
    ...planEmptiness(empty, not(hasTerm(['ref', foldKey(system)]))),
  ];
}

function planLink({ type: code, any, empty }: AssociationCondition, planning: PlanContext): Plan[] {
  const { structure, references, problems, path } = planning;
  const type = structure.associationTypes.get(foldKey(code))?.code;
  if (type === undefined) {
    const typeCodes = [...structure.associationTypes.values()].map((document) => document.code);
    problems.missing('reference-not-found', [...path, 'type'], 'association type', code, typeCodes);
    return [];
  }
  const targets = any?.flatMap((ref) => references.productId(ref) ?? []) ?? null;
  return [
    ...(any ? [{ kind: 'link', type, targets } as const] : []),
    ...planEmptiness(empty, not({ kind: 'link', type, targets: null })),
  ];
}

function planCompleteness(condition: CompletenessCondition, planning: PlanContext): Plan[] {
  const { eq, lt, lte, gt, gte, missing, scope } = condition;
  const cellScope = cellScopeOf(condition, planning);
  const bounds = [eq, lt, lte, gt, gte].filter((bound) => typeof bound === 'number');
  const from = Math.max(0, eq ?? 0, gte ?? 0, typeof gt === 'number' ? gt + 1 : 0);
  const to = Math.min(100, eq ?? 100, lte ?? 100, typeof lt === 'number' ? lt - 1 : 100);
  const attributes = (missing ?? []).flatMap(
    (code, index) => findAttribute(code, atPath(planning, 'missing', String(index)))?.code ?? [],
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
function planPublication(condition: PublicationCondition, planning: PlanContext): Plan[] {
  const { channel: code, locale, state } = condition;
  const channel = planning.structure.channels.get(foldKey(findChannel(code, planning, 'channel') ?? ''));
  const localeCode = locale ? findLocale(locale, planning, 'locale') : null;
  if (channel === undefined || localeCode === undefined) return [];
  const locales = [...channel.locales].filter((one) => localeCode === null || one === localeCode);
  // A channel that is not active, or does not have the locale, publishes nothing there and decides about no product.
  if (!channel.document.active || locales.length === 0) return [MATCH_NONE];
  const published = hasTerm(['status', 'published']);
  const appears = and([
    hasTerm(['ancestors-published']),
    not(hasTerm(['set'])),
    ...(channel.document.publishGuard === 'complete'
      ? [or(locales.map((one) => not(incomplete({ channel: channel.code, locale: one }))))]
      : []),
  ]);
  const sold = soldInChannels([channel.code]);
  if (state === 'unpublished') return [sold, not(published)];
  return [sold, published, state === 'published' ? appears : not(appears)];
}

/**
 * Plans that a product is live in at least one of the channels and locales that a condition, or the context, leaves
 * open.
 */
function planLive(condition: LiveCondition, planning: PlanContext): Plan[] {
  const cellScope = cellScopeOf(condition, planning);
  const { structure } = planning;
  const scopes = [...structure.channels.values()]
    .filter(({ code }) => cellScope.channel === null || code === cellScope.channel)
    .flatMap(({ code: channel, locales }) =>
      [...locales]
        .filter((locale) => cellScope.locale === null || locale === cellScope.locale)
        .map((locale) => ({ channel, locale })),
    );
  if (scopes.length === 0) return [MATCH_NONE];
  if (planning.liveIsUnknown === true) return [or(scopes.map((one) => planLiveIn(one, planning)))];
  return [hasTerm(...scopes.map(({ channel, locale }): IndexTerm => ['live', channel, locale]))];
}

/** Plans that a product is live in a channel and locale (stored codes). */
export function planLiveIn(
  { channel, locale }: { readonly channel: string; readonly locale: string },
  { structure, liveIsUnknown }: Pick<PlanContext, 'structure' | 'liveIsUnknown'>,
): Plan {
  return liveIsUnknown === true
    ? and(computedLive({ channel, locale }, structure))
    : hasTerm(['live', channel, locale]);
}

/** Returns the conditions that make a product live, until they are stored. */
function computedLive(
  cellScope: CellScope & { readonly channel: string },
  { channels }: CatalogueStructure,
): Plan[] {
  const document = channels.get(foldKey(cellScope.channel))?.document;
  if (document?.active !== true) return [MATCH_NONE];
  return [
    hasTerm(['status', 'published']),
    hasTerm(['ancestors-published']),
    not(hasTerm(['set'])),
    soldInChannels([cellScope.channel]),
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

function rangesOf(condition: DateTimeCondition, { problems, path, now }: PlanContext): Range[] {
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
