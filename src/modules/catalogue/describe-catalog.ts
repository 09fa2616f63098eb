import { foldKey } from '../../kernel/codes.ts';
import { type Labels, labelOf } from '../../kernel/labels.ts';
import { defineRead } from '../../kernel/operation.ts';
import { hasScope, type ScopeExpression } from '../../kernel/scopes.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { fallbackChain, localeLabel } from '../locale/index.ts';
import { type FilterField, listFilterFields } from '../search/index.ts';
import { type CatalogueStructure, fallbackOf, readStructure } from '../structure/index.ts';
import { allocateBytes } from './allocate-bytes.ts';
import { countByOwner, loadCategoryRoots } from './describe-catalog.store.ts';

/** Limit of the items of all parts together as JSON, in bytes. */
export const MAX_DESCRIPTION_BYTES = 20_000;

interface Named {
  readonly code: string;
  readonly label: string;
}
/** Items of each part. */
export interface PartItems {
  readonly attributeSets: Named & { readonly attributesCount: number; readonly productsCount: number };
  readonly entityTypes: Named & { readonly hierarchical: boolean; readonly entitiesCount: number };
  readonly channels: Named & {
    readonly locales: readonly string[];
    readonly currencies: readonly string[];
    readonly publishGuard: string;
    readonly active: boolean;
  };
  readonly locales: Named & { readonly fallback: string | null };
  readonly categoryRoots: Named & { readonly categoriesCount: number };
  readonly associationTypes: Named & { readonly twoWay: boolean; readonly quantified: boolean };
  readonly filters: FilterField;
}
export type CatalogPart = keyof PartItems;

/** One kind of things: how many there are, and the first of them. */
export interface CatalogSection<Item> {
  readonly count: number;
  readonly items: readonly Item[];
}

export type CatalogDescription = {
  /** Absent: not requested, or not open to the caller. */
  readonly [Part in CatalogPart]?: CatalogSection<PartItems[Part]>;
} & {
  readonly defaultChannel: string | null;
  readonly defaultLocale: string | null;
  /** Parts that were requested and that the caller has no scope for. */
  readonly omitted: readonly CatalogPart[];
};

const SCOPE_OF_PART: Readonly<Record<CatalogPart, ScopeExpression>> = {
  attributeSets: 'attributes:read',
  entityTypes: { anyOf: ['entities:read', 'attributes:read'] },
  channels: 'settings:read',
  locales: 'settings:read',
  categoryRoots: 'products:read',
  associationTypes: 'attributes:read',
  filters: listFilterFields.scope,
};
export const CATALOG_PARTS = Object.keys(SCOPE_OF_PART) as readonly CatalogPart[];

interface Sources {
  readonly context: PrismaReadContext;
  readonly structure: CatalogueStructure;
  readonly named: (item: { readonly code: string; readonly labels: Labels }) => Named;
}

const PARTS: {
  readonly [Part in CatalogPart]: (sources: Sources) => Promise<readonly PartItems[Part][]>;
} = {
  async attributeSets({ context, structure, named }) {
    const counts = await countByOwner(context, context.session.organizationId, 'product');
    return [...structure.sets.values()].map(({ document, attributes }) => ({
      ...named(document),
      attributesCount: attributes.length,
      productsCount: counts.get(foldKey(document.code)) ?? 0,
    }));
  },
  async entityTypes({ context, structure, named }) {
    const counts = await countByOwner(context, context.session.organizationId, 'entity');
    return [...structure.entityTypes.values()].map(({ document }) => ({
      ...named(document),
      hierarchical: document.hierarchical,
      entitiesCount: counts.get(foldKey(document.code)) ?? 0,
    }));
  },
  channels: async ({ structure, named }) =>
    [...structure.channels.values()].map(({ document }) => ({
      ...named(document),
      locales: document.locales,
      currencies: document.currencies,
      publishGuard: document.publishGuard,
      active: document.active,
    })),
  locales: async ({ structure }) =>
    [...structure.locales.values()].map((code) => ({
      code,
      label: localeLabel(code),
      fallback: fallbackOf(structure, code),
    })),
  async categoryRoots({ context, named }) {
    const roots = await loadCategoryRoots(context, context.session.organizationId);
    return roots.map((root) => ({ ...named(root), categoriesCount: root.count }));
  },
  associationTypes: async ({ structure, named }) =>
    [...structure.associationTypes.values()].map((type) => ({
      ...named(type),
      twoWay: type.twoWay,
      quantified: type.quantified,
    })),
  filters: ({ context }) => listFilterFields.handler(context, {}),
};

/**
 * Returns the contents of a catalogue: the number of objects of each kind, and their codes as far as they fit into
 * {@link MAX_DESCRIPTION_BYTES} together. The result names the parts that the caller has no scope for instead of
 * listing them.
 */
export const describeCatalog = defineRead({
  name: 'describeCatalog',
  scope: 'attributes:read',
  errors: [],
  async handler(
    context: PrismaReadContext,
    { include }: { readonly include?: readonly CatalogPart[] | null | undefined },
  ): Promise<CatalogDescription> {
    const requestedParts = CATALOG_PARTS.filter((part) => include?.includes(part) ?? true);
    const open = requestedParts.filter((part) => hasScope(context.session, SCOPE_OF_PART[part]));
    const structure = await readStructure(context);
    const { defaultChannel, defaultLocale } = structure;
    const chain = fallbackChain(defaultLocale ?? '', (code) => fallbackOf(structure, code));
    const toLabelled: Sources['named'] = ({ code, labels }) => ({
      code,
      label: labelOf(labels, code, chain),
    });
    const lists: (readonly object[])[] = [];
    for (const part of open) lists.push(await PARTS[part]({ context, structure, named: toLabelled }));
    const room = allocateBytes(lists, MAX_DESCRIPTION_BYTES);
    const parts = open.map((part, index) => {
      const list = lists[index] ?? [];
      return [part, { count: list.length, items: list.slice(0, room[index]) }] as const;
    });
    return {
      ...Object.fromEntries(parts),
      defaultChannel,
      defaultLocale,
      omitted: requestedParts.filter((part) => !open.includes(part)),
    };
  },
});
