import { defineRead } from '../../src/kernel/operation.ts';
import type { Session } from '../../src/kernel/session.ts';
import { loadLinks } from '../../src/modules/product/links/association.store.ts';
import { loadEntityLinks } from '../../src/modules/product/links/entity-link.store.ts';
import { loadRows } from '../../src/modules/product/model/product.store.ts';
import { ancestorsAmong, deriveRows } from '../../src/modules/product/model/product-completeness.ts';
import { productDocument } from '../../src/modules/product/model/product-document.ts';
import type { SearchDocument } from '../../src/modules/search/filter/search-document.ts';
import { type SearchState, searchStateOf } from '../../src/modules/search/search-state.ts';
import { type CatalogueStructure, readStructure } from '../../src/modules/structure/index.ts';
import type { PrismaReadContext } from '../../src/platform/operation/context.ts';
import type { TestOrganization } from './catalogue.ts';
import { testStatement } from './statement.ts';

/** Everything that searches of an organization's products are judged by, read from the products themselves. */
export interface ExpectedSearch {
  readonly organizationId: string;
  readonly structure: CatalogueStructure;
  readonly state: SearchState;
  readonly documents: readonly SearchDocument[];
}

const readProducts = defineRead({
  name: 'readSearchedProducts',
  scope: 'products:read',
  errors: [],
  async handler(context: PrismaReadContext, _input: object): Promise<ExpectedSearch> {
    const { organizationId } = context.session;
    const structure = await readStructure(context);
    const living = await context.execute(
      testStatement<{ id: string; created: number; updated: number; effective: number }>(
        'test.products',
        `SELECT id::text AS id, extract(epoch FROM created_at)::float8 * 1000 AS created,
         extract(epoch FROM updated_at)::float8 * 1000 AS updated,
         extract(epoch FROM effective_updated_at)::float8 * 1000 AS effective
       FROM public.product WHERE organization_id = $1 AND deleted_at IS NULL ORDER BY id`,
      ),
      [organizationId],
    );
    const ids = living.map(({ id }) => id);
    const loaded = await loadRows(context, organizationId, ids);
    const rows = deriveRows(
      structure,
      loaded.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    );
    const ancestorsOf = ancestorsAmong(rows);
    const links = [
      ...(await loadLinks(context, organizationId, ids)),
      ...(await loadEntityLinks(context, organizationId, ids)).map((link) => ({ ...link, targetId: null })),
    ];
    const documents = rows.map((row) => {
      const ancestors = ancestorsOf(row);
      const family = new Set([row, ...ancestors].map(({ id }) => id));
      const own = links.filter(({ sourceId }) => family.has(sourceId));
      const byType = Object.groupBy(own, ({ type }) => type);
      const times = living.find(({ id }) => id === row.id);
      return productDocument(row, ancestors, structure, {
        createdAt: times?.created ?? 0,
        updatedAt: times?.updated ?? 0,
        effectiveUpdatedAt: times?.effective ?? 0,
        links: Object.fromEntries(
          Object.entries(byType).map(([type, of]) => [type, (of ?? []).map(({ targetId }) => targetId)]),
        ),
      });
    });
    return { organizationId, structure, state: await searchStateOf(context, structure), documents };
  },
});

/** The products of an organization as filters know them. */
export const loadExpectedSearch = (
  { runner, owner }: TestOrganization,
  session: Session = owner,
): Promise<ExpectedSearch> => runner.read(session, readProducts, {});
