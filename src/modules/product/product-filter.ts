import { foldKey } from '../../kernel/codes.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import type { Prisma } from '../../platform/prisma/generated/client/client.ts';
import type { ProductStatus, ProductType } from './product-state.ts';

type Maybe<Value> = Value | null | undefined;

interface EqualityCondition<Value extends string> {
  readonly eq?: Maybe<Value>;
  readonly ne?: Maybe<Value>;
  readonly in?: Maybe<readonly Value[]>;
  readonly nin?: Maybe<readonly Value[]>;
}
export interface CodeCondition extends EqualityCondition<string> {
  readonly empty?: Maybe<boolean>;
}
export interface TextCondition extends EqualityCondition<string> {
  readonly contains?: Maybe<string>;
  readonly startsWith?: Maybe<string>;
}
export interface CategoryCondition {
  readonly any?: Maybe<readonly string[]>;
  readonly all?: Maybe<readonly string[]>;
  readonly none?: Maybe<readonly string[]>;
  readonly descendants?: Maybe<boolean>;
  readonly empty?: Maybe<boolean>;
}
export interface ExternalRefCondition {
  readonly system: string;
  readonly eq?: Maybe<string>;
  readonly in?: Maybe<readonly string[]>;
  readonly empty?: Maybe<boolean>;
}
export interface DateTimeCondition {
  readonly lt?: Maybe<string>;
  readonly lte?: Maybe<string>;
  readonly gt?: Maybe<string>;
  readonly gte?: Maybe<string>;
}

/** Conditions on a product's own properties; all of one object must hold. */
export interface ProductFilter {
  readonly and?: Maybe<readonly ProductFilter[]>;
  readonly or?: Maybe<readonly ProductFilter[]>;
  readonly not?: Maybe<ProductFilter>;
  readonly id?: Maybe<CodeCondition>;
  readonly sku?: Maybe<TextCondition>;
  readonly type?: Maybe<EqualityCondition<ProductType>>;
  readonly status?: Maybe<EqualityCondition<ProductStatus>>;
  readonly attributeSet?: Maybe<CodeCondition>;
  readonly parent?: Maybe<CodeCondition>;
  readonly categories?: Maybe<CategoryCondition>;
  readonly externalRefs?: Maybe<readonly ExternalRefCondition[]>;
  readonly createdAt?: Maybe<DateTimeCondition>;
  readonly updatedAt?: Maybe<DateTimeCondition>;
}

/** What filters need looked up before they become a condition: what stands below categories. */
export interface FilterReferences {
  /** The stored codes of a category and of all below it, by folded code. */
  subtreeOf(category: string): readonly string[];
}

type Where = Prisma.ProductWhereInput;

/** All categories a filter names, however deep. */
export function categoriesNamed(filter: ProductFilter): string[] {
  const { categories, and, or, not } = filter;
  const own = [...(categories?.any ?? []), ...(categories?.all ?? []), ...(categories?.none ?? [])];
  const inner = [...(and ?? []), ...(or ?? []), ...(not ? [not] : [])];
  return [...own, ...inner.flatMap(categoriesNamed)];
}

/** Does a filter say anything about the status? Archived products are left out of lists otherwise. */
export function namesStatus({ status, and, or, not }: ProductFilter): boolean {
  if (status !== undefined && status !== null) return true;
  return [...(and ?? []), ...(or ?? []), ...(not ? [not] : [])].some(namesStatus);
}

/** A filter as a condition over the products' own columns. */
export function toWhere(filter: ProductFilter, references: FilterReferences): Where {
  const all: Where[] = [];
  if (filter.and) all.push(...filter.and.map((inner) => toWhere(inner, references)));
  if (filter.or) all.push({ OR: filter.or.map((inner) => toWhere(inner, references)) });
  if (filter.not) all.push({ NOT: toWhere(filter.not, references) });
  if (filter.id) all.push(equality('id', filter.id, (id) => decodeIdOf('Product', id) ?? NO_ID));
  // Every product has an id.
  if (filter.id?.empty === true) all.push({ id: NO_ID });
  if (filter.sku) all.push(...skuConditions(filter.sku));
  if (filter.type) all.push(equality('type', filter.type, (type) => type));
  if (filter.status) all.push(equality('status', filter.status, (status) => status));
  if (filter.attributeSet) all.push(...setConditions(filter.attributeSet));
  if (filter.parent) all.push(...parentConditions(filter.parent));
  if (filter.categories) all.push(...categoryConditions(filter.categories, references));
  if (filter.externalRefs) all.push(...filter.externalRefs.flatMap(externalRefConditions));
  if (filter.createdAt) all.push({ createdAt: moments(filter.createdAt) });
  if (filter.updatedAt) all.push({ updatedAt: moments(filter.updatedAt) });
  return all.length === 1 && all[0] !== undefined ? all[0] : { AND: all };
}

/** A UUID that no product has: an id of another kind matches nothing. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

function equality<Value extends string>(
  column: 'id' | 'type' | 'status' | 'skuKey',
  condition: EqualityCondition<Value>,
  read: (value: Value) => string,
): Where {
  const clauses: Where[] = [];
  if (condition.eq !== undefined && condition.eq !== null) clauses.push({ [column]: read(condition.eq) });
  if (condition.ne !== undefined && condition.ne !== null)
    clauses.push({ [column]: { not: read(condition.ne) } });
  if (condition.in) clauses.push({ [column]: { in: condition.in.map(read) } });
  if (condition.nin) clauses.push({ [column]: { notIn: condition.nin.map(read) } });
  return { AND: clauses };
}

function skuConditions(condition: TextCondition): Where[] {
  const { contains, startsWith } = condition;
  return [
    equality('skuKey', condition, foldKey),
    ...(contains ? [{ skuKey: { contains: foldKey(contains) } }] : []),
    ...(startsWith ? [{ skuKey: { startsWith: foldKey(startsWith) } }] : []),
  ];
}

/** Set codes compare in either case, through the set itself; a product without a set is in no set. */
function setConditions({ eq, ne, in: among, nin, empty }: CodeCondition): Where[] {
  const isOneOf = (codes: readonly string[]): Where => ({
    set: { is: { codeKey: { in: codes.map(foldKey) } } },
  });
  return [
    ...(eq ? [isOneOf([eq])] : []),
    ...(ne ? [{ NOT: isOneOf([ne]) }] : []),
    ...(among ? [isOneOf(among)] : []),
    ...(nin ? [{ NOT: isOneOf(nin) }] : []),
    ...(typeof empty === 'boolean' ? [{ attributeSet: empty ? null : { not: null } }] : []),
  ];
}

/** Parents by SKU or id. */
function parentConditions({ eq, ne, in: among, nin, empty }: CodeCondition): Where[] {
  const isOneOf = (refs: readonly string[]): Where => {
    const ids = refs.flatMap((ref) => decodeIdOf('Product', ref) ?? []);
    return {
      OR: [
        { parentId: { in: ids } },
        { parent: { is: { skuKey: { in: refs.map(foldKey) }, deletedAt: null } } },
      ],
    };
  };
  return [
    ...(eq ? [isOneOf([eq])] : []),
    ...(ne ? [{ NOT: isOneOf([ne]) }] : []),
    ...(among ? [isOneOf(among)] : []),
    ...(nin ? [{ NOT: isOneOf(nin) }] : []),
    ...(typeof empty === 'boolean' ? [{ parentId: empty ? null : { not: null } }] : []),
  ];
}

function categoryConditions(condition: CategoryCondition, { subtreeOf }: FilterReferences): Where[] {
  const { any, all, none, empty } = condition;
  const reach = (code: string) =>
    condition.descendants === false ? [subtreeOf(code)[0] ?? code] : [...subtreeOf(code)];
  // A category of the model above counts for what stands below it.
  const inOneOf = (codes: readonly string[]): Where => {
    const own = { categories: { hasSome: codes.flatMap(reach) } };
    return { OR: [own, { parent: { is: own } }, { parent: { is: { parent: { is: own } } } }] };
  };
  const unclassified: Where = { categories: { isEmpty: true } };
  const nowhere: Where = {
    AND: [
      unclassified,
      {
        OR: [
          { parentId: null },
          {
            parent: {
              is: { AND: [unclassified, { OR: [{ parentId: null }, { parent: { is: unclassified } }] }] },
            },
          },
        ],
      },
    ],
  };
  return [
    ...(any ? [inOneOf(any)] : []),
    ...(all ? all.map((code) => inOneOf([code])) : []),
    ...(none ? [{ NOT: inOneOf(none) }] : []),
    ...(typeof empty === 'boolean' ? [empty ? nowhere : { NOT: nowhere }] : []),
  ];
}

/** Ids compare byte for byte, systems in either case. */
function externalRefConditions({ system, eq, in: among, empty }: ExternalRefCondition): Where[] {
  const systemKey = foldKey(system);
  const isOneOf = (ids: readonly string[]): Where => ({
    externalRefKeys: { some: { systemKey, externalId: { in: [...ids] } } },
  });
  return [
    ...(typeof eq === 'string' ? [isOneOf([eq])] : []),
    ...(among ? [isOneOf(among)] : []),
    ...(typeof empty === 'boolean'
      ? [{ externalRefKeys: { [empty ? 'none' : 'some']: { systemKey } } }]
      : []),
  ];
}

function moments({ lt, lte, gt, gte }: DateTimeCondition) {
  return {
    ...(lt ? { lt } : {}),
    ...(lte ? { lte } : {}),
    ...(gt ? { gt } : {}),
    ...(gte ? { gte } : {}),
  };
}
