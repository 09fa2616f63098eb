import { findCycle, foldKey } from '../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import type { ResourceChange } from '../../kernel/module.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import type { Parameters } from '../../platform/database/parameters.ts';
import type { Category } from '../../platform/prisma/generated/client/client.ts';
import { defineResource } from '../../platform/resource/define-resource.ts';
import type { Usages } from '../../platform/resource/resource.ts';
import { createTableStore } from '../../platform/resource/table-store.ts';
import { findUsages } from '../../platform/resource/usages.ts';
import { resourceInUse } from '../../platform/resource/write-resources.ts';
import { loadMediaMetadata, type MediaMetadata } from '../media/index.ts';
import { derivePaths, findAncestry } from './category.store.ts';
import { type CategoryContent, checkCategoryContent } from './category-content-rules.ts';

/** A category as it is written; its path and level are derived and no part of its version. */
export interface CategoryDocument extends CategoryContent {
  readonly code: string;
  /** Code of the category above; null for a root. */
  readonly parent: string | null;
  /** Place among its siblings; those of equal order come by code. */
  readonly sortOrder: number;
}

export const categoryStore = createTableStore<CategoryDocument>({
  table: 'category',
  fields: ['parent', 'labels', 'descriptions', 'image', 'slugs', 'seoTitles', 'seoDescriptions', 'sortOrder'],
  orderedIn: 'parent',
});

type Linked = { readonly code: string; readonly parent: string | null };

interface References {
  /** The named parents and everything above them, as stored, by folded code. */
  readonly ancestry: ReadonlyMap<string, Linked>;
  /** Channels of roots that are to become children, by folded code. */
  readonly channels: ReadonlyMap<string, Usages>;
  /** Codes for suggestions; read only when a parent is not found. */
  readonly candidates: readonly string[];
  /** The named files by folded code. */
  readonly media: ReadonlyMap<string, MediaMetadata>;
}

/** Conditions on listed categories. */
export interface CategoryFilter {
  /** Only the children of this category. */
  readonly parent?: string | null | undefined;
  /** Only this category and everything below it. */
  readonly root?: string | null | undefined;
  /** Only roots (true) or only categories that have a parent (false). */
  readonly roots?: boolean | null | undefined;
  /** Only so many levels below `root`, or below the roots when there is none. */
  readonly depth?: number | null | undefined;
}

/** Returns SQL for a column of the category with a code; null when there is none. */
const ofCategory = (column: string, code: string, parameters: Parameters) =>
  `(SELECT referenced.${column} FROM public.category AS referenced
    WHERE referenced.organization_id = $1::uuid AND referenced.code_key = ${parameters.add(foldKey(code), 'text')})`;

function categoryConditions(
  { parent, root, roots, depth }: CategoryFilter,
  parameters: Parameters,
): readonly string[] {
  const has = <Value>(value: Value | null | undefined): value is Value =>
    value !== null && value !== undefined;
  const top = has(root) ? ` + coalesce(${ofCategory('level', root, parameters)}, 0)` : '';
  return [
    ...(has(parent) ? [`parent = ${ofCategory('code', parent, parameters)}`] : []),
    ...(has(root) ? [`path @> ARRAY[${ofCategory('code', root, parameters)}]`] : []),
    ...(has(roots) ? [`parent IS ${roots ? '' : 'NOT '}NULL`] : []),
    ...(has(depth) ? [`level <= ${parameters.add(depth, 'int')}${top}`] : []),
  ];
}

export const categoryResource = defineResource<Category, CategoryDocument, References, CategoryFilter>({
  resource: 'category',
  type: 'Category',
  noun: 'category',
  plural: 'categories',
  scopes: { read: 'products:read', write: 'products:write' },
  store: categoryStore,
  // Categories are sorted by level, and siblings by their position: parents come before their children.
  list: {
    position: ['level', 'sort_order'],
    defaultSort: () => 'position',
    where: categoryConditions,
  },
  usedAs: ['category', 'category_root'],
  localized: ['labels', 'descriptions', 'slugs', 'seoTitles', 'seoDescriptions'],
  ownReference: 'parent',
  blank: ({ code }) => ({
    code: String(code),
    parent: null,
    labels: {},
    descriptions: {},
    image: null,
    slugs: {},
    seoTitles: {},
    seoDescriptions: {},
    sortOrder: 0,
  }),
  async references(context, next, current) {
    const { organizationId } = context.session;
    const parents = next.flatMap(({ parent }) => parent ?? []);
    const ancestry = await findAncestry(context, organizationId, parents);
    const sunk = next.filter(({ parent }, index) => parent !== null && current[index]?.parent === null);
    const ancestorKeys = new Set([...ancestry.keys(), ...next.map(({ code }) => foldKey(code))]);
    const isComplete = parents.every((parent) => ancestorKeys.has(foldKey(parent)));
    const all = isComplete ? [] : await categoryStore.loadAll(context, organizationId);
    return {
      ancestry,
      channels: await findUsages(context, ['category_root'], sunk),
      candidates: all.map(({ document }) => document.code),
      media: await loadMediaMetadata(
        context,
        organizationId,
        next.flatMap(({ image }) => image ?? []),
      ),
    };
  },
  check(next, current, references, accepted) {
    const image = next.image === null ? undefined : references.media.get(foldKey(next.image));
    const problems: FieldProblem[] = checkCategoryContent(next, image);
    const find = (code: string): Linked | undefined =>
      accepted.get(foldKey(code)) ?? references.ancestry.get(foldKey(code));
    const parent = next.parent === null ? null : find(next.parent);
    const isOwnParent = next.parent !== null && foldKey(next.parent) === foldKey(next.code);
    if (next.parent !== null && parent === undefined && !isOwnParent) {
      problems.push(noSuchParent(next.parent, references.candidates));
    }
    const document = {
      ...next,
      image: image?.code ?? null,
      parent: isOwnParent ? next.code : (parent?.code ?? null),
    };
    const circle = findCycle(
      next.code,
      (code) => (code === next.code ? document : find(code))?.parent ?? null,
    );
    if (circle !== null) {
      const message = localized('category-cycle', { path: circle.join(' → ') });
      problems.push(fieldProblem('cycle', ['parent'], message, { value: next.parent }));
    }
    const isSinking = next.parent !== null && current?.parent === null;
    const usageError = isSinking
      ? resourceInUse(
          localized('category-stays-root', { ref: next.code }),
          references.channels.get(foldKey(next.code)),
        )
      : null;
    return { document, problems, refusal: usageError };
  },
  afterWrite: followMoves,
});

export const { delete: deleteCategory, loader: categoryLoader, upsert: upsertCategories } = categoryResource;

/** Derives the paths of new and moved categories and of what stands below them. */
async function followMoves(
  context: WriteContext,
  written: readonly ResourceChange<CategoryDocument>[],
): Promise<void> {
  const moved = written.filter(
    ({ before, after }) => after !== null && (before === null || before.parent !== after.parent),
  );
  await derivePaths(
    context,
    moved.flatMap(({ after }) => after?.code ?? []),
  );
}

function noSuchParent(parent: string, candidates: readonly string[]): FieldProblem {
  const suggestions = suggest(parent, candidates);
  const message = withSuggestions(localized('not-found', { kind: 'category', ref: parent }), suggestions);
  return fieldProblem('reference-not-found', ['parent'], message, { value: parent, suggestions });
}
