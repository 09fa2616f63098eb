import { useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { useViewScope } from '../../api/view-scope.ts';
import { localeTag, t } from '../../i18n/translate.ts';
import { Code } from '../../ui/code.tsx';
import { PagedTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const CATEGORIES = graphql(`
  query Categories($after: String, $words: String) {
    categories(first: 100, after: $after) {
      nodes { id code level label(locale: $words) parent { code } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Category = ResultOf<typeof CATEGORIES>['categories']['nodes'][number];

const COUNTS = graphql(`
  query CountByCategory {
    products(first: 1) { facets(on: ["categories"]) { values { value count } } }
  }
`);

/** Maximum number of values of a facet. */
const COUNTED = 100;

/** Sorts each category before those below it, as a tree is read; they come level by level. */
function inTreeOrder(categories: readonly Category[]): readonly Category[] {
  const below = Map.groupBy(categories, ({ parent }) => parent?.code ?? null);
  const from = (code: string | null): readonly Category[] =>
    (below.get(code) ?? []).flatMap((category) => [category, ...from(category.code)]);
  return from(null);
}

/**
 * Shows the category trees, each category with as many products as the list shows of it: those of categories below,
 * too.
 */
export function CategoriesPage() {
  const locale = useViewScope().locale?.code ?? null;
  const list = useList(['categories', locale], async (after, signal) => {
    const { categories } = await request(CATEGORIES, { after }, signal);
    return categories;
  });
  const counts = useQuery({
    queryKey: ['products by category'],
    queryFn: async ({ signal }) => {
      const { products } = await request(COUNTS, {}, signal);
      return new Map(products.facets[0]?.values.map(({ value, count }) => [value, count]));
    },
  }).data;
  return (
    <Page title={t('Categories')} intro={t('Created and changed through the API and by imports.')}>
      <PagedTable
        list={{ ...list, items: list.items && inTreeOrder(list.items) }}
        what={t('categories')}
        isNarrow
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={t('No categories yet')}>
            {t('Create categories by the API or an import.')}
          </EmptyState>
        }
        columns={[
          {
            title: t('Category'),
            isHeader: true,
            cell: ({ label, level }) => <div style={{ paddingInlineStart: level * 20 }}>{label}</div>,
          },
          { title: t('Code'), cell: ({ code }) => <Code>{code}</Code> },
          {
            title: t('Products'),
            isNumber: true,
            cell: ({ code }) => {
              if (counts === undefined) return null;
              const count = counts.get(code);
              // With more categories than are counted, it is unknown whether the others have products.
              return count === undefined && counts.size < COUNTED ? null : (
                <TextLink
                  to="/products"
                  search={{ where: [{ field: 'categories', operator: 'any', value: code }] }}
                >
                  {count === undefined ? t('Show them') : count.toLocaleString(localeTag)}
                </TextLink>
              );
            },
          },
        ]}
      />
    </Page>
  );
}
