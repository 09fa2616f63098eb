import { expect } from 'vitest';
import type { TestOrganization } from './catalogue.ts';

/** Locales that test catalogues have. */
export const LOCALES = ['en_US', 'de_DE', 'fr_FR'];

/** The type of the entities that are compared. */
export const ENTITY_TYPE = 'maker';

interface Coded {
  readonly code: string;
}
interface Scoped {
  readonly channel: Coded;
  readonly locale: Coded;
}
interface Channel extends Coded {
  readonly active: boolean;
  readonly locales: readonly Coded[];
  readonly categoryRoot: Coded | null;
}
interface ProductRead {
  readonly sku: string;
  readonly live: readonly Scoped[];
  readonly completeness: readonly (Scoped & { readonly ratio: number })[];
  readonly slugs: readonly (Scoped & { readonly slug: string })[];
  readonly attributeSet: Coded | null;
  readonly categories: readonly { readonly path: readonly Coded[] }[];
  readonly status: string;
  readonly parent: object | null;
  /** Null: sold in all channels. */
  readonly channels: readonly Coded[] | null;
  readonly [label: string]: unknown;
}
interface RuledAttribute extends Coded {
  readonly validation: { readonly maxLength: number | null } | null;
  readonly availableLocales: readonly string[] | null;
}
interface Cell {
  readonly channel?: string;
  readonly locale?: string;
  readonly value: unknown;
}
interface Rules {
  readonly maxLength: number | null;
  readonly locales: readonly string[] | null;
}
type Cells = Readonly<Record<string, readonly Cell[]>>;

/** What the APIs and the database state of a catalogue with few products. */
export interface CatalogueState {
  readonly channels: ReadonlyMap<string, Channel>;
  readonly products: ReadonlyMap<string, ProductRead>;
  readonly entities: ReadonlyMap<string, Coded>;
  /** Attributes of the sets of products, and of the type of the entities, by their codes. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  /** Stored values by SKU, and by the code of an entity. */
  readonly cells: ReadonlyMap<string, Cells>;
  readonly rules: ReadonlyMap<string, Rules>;
  /** Locales and currencies that are enabled, and options that are active. */
  readonly enabled: ReadonlySet<string>;
  readonly options: ReadonlySet<string>;
}

/** Runs a document and returns its data; fails with its errors. */
export async function executeIn<Data>(
  catalogue: TestOrganization,
  document: string,
  variables: object = {},
): Promise<Data> {
  const { data, errors } = await catalogue.execute(document, variables as never);
  expect(errors).toBeUndefined();
  return data as Data;
}

type Nodes<Node> = { readonly nodes: readonly Node[] };

export async function readState(catalogue: TestOrganization): Promise<CatalogueState> {
  const settings = await executeIn<{
    channels: Nodes<Channel>;
    locales: Nodes<Coded>;
    currencies: Nodes<Coded>;
    attributes: Nodes<RuledAttribute>;
    attributeSets: Nodes<Coded & { attributes: readonly { attribute: Coded }[] }>;
    entityType: Coded & { attributes: readonly Coded[] };
    optionSets: Nodes<{ options: Nodes<Coded & { active: boolean }> }>;
  }>(
    catalogue,
    `{ channels { nodes { code active locales { code } categoryRoot { code } } }
      locales(enabled: true) { nodes { code } } currencies(enabled: true) { nodes { code } }
      attributes(first: 100) { nodes { code validation { maxLength } availableLocales } }
      attributeSets { nodes { code attributes { attribute { code } } } }
      entityType(code: "${ENTITY_TYPE}") { code attributes { code } }
      optionSets { nodes { options(first: 100) { nodes { code active } } } } }`,
  );
  const labels = settings.channels.nodes.flatMap(({ code }) =>
    LOCALES.map((locale) => `label_${code}_${locale}: label(channel: "${code}", locale: "${locale}")`),
  );
  const { products, entities } = await executeIn<{
    products: Nodes<ProductRead>;
    entities: Nodes<Coded>;
  }>(
    catalogue,
    `{ products(first: 100) { nodes { sku live { channel { code } locale { code } }
      completeness { channel { code } locale { code } ratio } slugs { channel { code } locale { code } slug }
      attributeSet { code } categories { path { code } } channels { code } status parent { id } ${labels.join(' ')} } }
      entities(entityType: "${ENTITY_TYPE}") { nodes { code } } }`,
  );
  const stored = await catalogue.database.owner.query<{ key: string; values: Cells }>(
    `SELECT sku AS key, "values"::jsonb AS "values" FROM public.product WHERE organization_id = $1
      UNION ALL SELECT code, "values"::jsonb FROM public.entity WHERE organization_id = $1`,
    [catalogue.owner.organizationId],
  );
  return {
    channels: byKey(settings.channels.nodes, ({ code }) => code),
    products: byKey(products.nodes, ({ sku }) => sku),
    entities: byKey(entities.nodes, ({ code }) => code),
    members: new Map([
      ...settings.attributeSets.nodes.map(
        ({ code, attributes }) => [code, attributes.map(({ attribute }) => attribute.code)] as const,
      ),
      [ENTITY_TYPE, settings.entityType.attributes.map(({ code }) => code)],
    ]),
    cells: new Map(stored.rows.map(({ key, values }) => [key, values])),
    rules: new Map(
      settings.attributes.nodes.map(({ code, validation, availableLocales }) => [
        code,
        { maxLength: validation?.maxLength ?? null, locales: availableLocales },
      ]),
    ),
    enabled: new Set([...settings.locales.nodes, ...settings.currencies.nodes].map(({ code }) => code)),
    options: new Set(
      settings.optionSets.nodes.flatMap(({ options }) =>
        options.nodes.filter(({ active }) => active).map(({ code }) => code),
      ),
    ),
  };
}

const byKey = <Item>(items: readonly Item[], keyOf: (item: Item) => string) =>
  new Map(items.map((item) => [keyOf(item), item]));

const scopeOf = ({ channel, locale }: Scoped) => `${channel.code}/${locale.code}`;

/** Compares two states, and returns the effects of what happened: lines of kind, scope, and SKUs or codes. */
export function observeEffects(before: CatalogueState, after: CatalogueState): string[] {
  const keys = new Map<string, string[]>();
  const add = (effect: string, key: string) => keys.set(effect, [...(keys.get(effect) ?? []), key]);
  for (const [sku, old] of before.products) {
    const fresh = after.products.get(sku);
    if (fresh === undefined) throw new Error(`${sku} is gone.`);
    for (const effect of [
      ...liveMoves(before, after, old, fresh),
      ...emptyTexts(before, after, sku),
      ...otherMoves(before, old, fresh),
      ...treeMoves(before, after, old, fresh),
      ...valueMoves(before, after, sku),
    ])
      add(effect, sku);
  }
  for (const code of before.entities.keys()) {
    for (const attribute of hiddenAttributes(before, after, ENTITY_TYPE, code))
      add(`HIDDEN_VALUES ${ENTITY_TYPE}/${attribute}`, code);
    for (const attribute of invalidAttributes(before, after, ENTITY_TYPE, code))
      add(`INVALID_VALUES ${ENTITY_TYPE}/${attribute}`, code);
  }
  return [...keys].map(([effect, list]) => `${effect} ${list.toSorted().join()}`).sort();
}

function liveMoves(before: CatalogueState, after: CatalogueState, old: ProductRead, fresh: ProductRead) {
  const [past, next] = [old.live.map(scopeOf), fresh.live.map(scopeOf)];
  const scopesOf = (channel: Channel | undefined) =>
    channel?.active ? channel.locales.map(({ code }) => code) : [];
  const beside = [...after.channels.values()].flatMap((channel) => {
    const had = scopesOf(before.channels.get(channel.code));
    const isLive = next.some((scope) => scope.startsWith(`${channel.code}/`));
    if (had.length === 0 || !isLive) return [];
    return scopesOf(channel)
      .filter((locale) => !had.includes(locale))
      .map((locale) => `${channel.code}/${locale}`)
      .filter((scope) => !next.includes(scope));
  });
  return [
    ...past.filter((scope) => !next.includes(scope)).map((scope) => `LEAVES_LIVE ${scope}`),
    ...next.filter((scope) => !past.includes(scope)).map((scope) => `BECOMES_LIVE ${scope}`),
    ...beside.map((scope) => `NOT_LIVE ${scope}`),
  ];
}

/** Returns the locales that active channels get, and in which a product lacks a text that it does not inherit. */
function emptyTexts(before: CatalogueState, after: CatalogueState, sku: string): string[] {
  const { attributeSet, completeness = [], status, parent } = after.products.get(sku) ?? {};
  // Texts are written to models.
  if (status === 'ARCHIVED' || parent !== null) return [];
  const members = after.members.get(attributeSet?.code ?? '') ?? [];
  const isEmpty = (code: string, channel: string | undefined, locale: string) =>
    members.includes(code) &&
    (after.rules.get(code)?.locales?.includes(locale) ?? true) &&
    !after.cells.get(sku)?.[code]?.some((cell) => cell.channel === channel && cell.locale === locale);
  return completeness
    .filter(({ channel, locale }) => {
      const earlier = before.channels.get(channel.code);
      const isAdded = earlier?.active === true && !earlier.locales.some(({ code }) => code === locale.code);
      return (
        isAdded &&
        (isEmpty('name', undefined, locale.code) || isEmpty('description', channel.code, locale.code))
      );
    })
    .map((scope) => `EMPTY_TEXTS ${scopeOf(scope)}`);
}

function otherMoves({ channels }: CatalogueState, old: ProductRead, fresh: ProductRead) {
  const completeness = fresh.completeness.flatMap((entry) => {
    const earlier = old.completeness.find((one) => scopeOf(one) === scopeOf(entry));
    if (earlier === undefined || (earlier.ratio === 100) === (entry.ratio === 100)) return [];
    return [`${entry.ratio === 100 ? 'COMPLETE' : 'INCOMPLETE'} ${scopeOf(entry)}`];
  });
  const labels = [...channels.values()].flatMap(({ code, locales }) =>
    locales.map((locale) => `label_${code}_${locale.code}`),
  );
  const isRenamed = labels.some((label) => label in fresh && old[label] !== fresh[label]);
  const renamed = new Map(fresh.slugs.map((one) => [scopeOf(one), one.slug]));
  const isMoved = old.slugs.some((one) => (renamed.get(scopeOf(one)) ?? one.slug) !== one.slug);
  return [...completeness, ...(isRenamed ? ['LABEL_CHANGES'] : []), ...(isMoved ? ['URL_CHANGES'] : [])];
}

function treeMoves(before: CatalogueState, after: CatalogueState, old: ProductRead, fresh: ProductRead) {
  const isIn = ({ categories }: ProductRead, root: string | null) =>
    categories.some(({ path }) => path[0]?.code === root);
  return [...after.channels.values()].flatMap(({ code, categoryRoot }) => {
    if (fresh.channels?.every((channel) => channel.code !== code)) return [];
    const [past, next] = [before.channels.get(code)?.categoryRoot?.code ?? null, categoryRoot?.code ?? null];
    const hadPlace = past === null ? next !== null : isIn(old, past);
    // A tree that a channel already had was shown without the product before.
    return hadPlace && !isIn(fresh, next) ? [`NO_CATEGORY ${code}`] : [];
  });
}

function valueMoves(before: CatalogueState, after: CatalogueState, sku: string) {
  const text = JSON.stringify(before.cells.get(sku));
  const set = before.products.get(sku)?.attributeSet?.code ?? '';
  const disabled = [...before.enabled].filter((code) => !after.enabled.has(code));
  const inactive = [...before.options].filter((code) => !after.options.has(code));
  return [
    ...hiddenAttributes(before, after, set, sku).map((code) => `HIDDEN_VALUES ${code}`),
    ...invalidAttributes(before, after, set, sku).map((code) => `INVALID_VALUES ${code}`),
    ...disabled.filter((code) => text.includes(`"${code}"`)).map((code) => `NOT_EDITABLE ${code}`),
    ...(inactive.some((code) => text.includes(`"${code}"`)) ? ['INACTIVE_OPTION'] : []),
  ];
}

/** Returns the attributes that a set or type loses, and of which an object has values itself. */
function hiddenAttributes(
  before: CatalogueState,
  after: CatalogueState,
  owner: string,
  key: string,
): string[] {
  const [past, next] = [before.members.get(owner) ?? [], after.members.get(owner) ?? []];
  return Object.keys(before.cells.get(key) ?? {}).filter(
    (code) => past.includes(code) && !next.includes(code),
  );
}

/** Returns the attributes that a set or type has, and of which values of an object were valid and are so no longer. */
function invalidAttributes(
  before: CatalogueState,
  after: CatalogueState,
  owner: string,
  key: string,
): string[] {
  const isInvalid = ({ value, locale }: Cell, { rules }: CatalogueState, code: string) => {
    const { maxLength = null, locales = null } = rules.get(code) ?? {};
    const isTooLong = typeof value === 'string' && maxLength !== null && value.length > maxLength;
    return isTooLong || (locale !== undefined && locales !== null && !locales.includes(locale));
  };
  return Object.entries(before.cells.get(key) ?? {})
    .filter(([code]) => after.members.get(owner)?.includes(code) === true)
    .filter(([code, list]) =>
      list.some((cell) => isInvalid(cell, after, code) && !isInvalid(cell, before, code)),
    )
    .map(([code]) => code);
}
