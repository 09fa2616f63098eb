import { graphql, type ResultOf } from '../api/graphql.ts';
import { request } from '../api/request.ts';
import { useList } from '../api/use-list.ts';
import { useViewScope } from '../app/view-scope.ts';
import { formatTag, t } from '../language/t.ts';
import { Code } from '../ui/code.tsx';
import { ListTable } from '../ui/list.tsx';
import { EmptyState } from '../ui/messages/states.tsx';
import { Page } from '../ui/page.tsx';
import { TextLink } from '../ui/text-link.tsx';

const CATEGORIES = graphql(`
  query Categories($after: String, $words: String) {
    categories(first: 100, after: $after) {
      nodes { id code level label(locale: $words) productsCount parent { code } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Category = ResultOf<typeof CATEGORIES>['categories']['nodes'][number];

/** Each category before those below it, as a tree is read; they come level by level. */
function inTreeOrder(categories: readonly Category[]): readonly Category[] {
  const below = Map.groupBy(categories, ({ parent }) => parent?.code ?? null);
  const from = (code: string | null): readonly Category[] =>
    (below.get(code) ?? []).flatMap((category) => [category, ...from(category.code)]);
  return from(null);
}

/** The category trees, each category with its number of products. */
export function CategoriesPage() {
  const locale = useViewScope().locale?.code ?? null;
  const list = useList(['categories', locale], async (after, signal) => {
    const { categories } = await request(CATEGORIES, { after }, signal);
    return categories;
  });
  return (
    <Page title={t('Categories')} intro={t('Created and changed through the API and by imports.')}>
      <ListTable
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
            cell: ({ label, level }) => <span style={{ paddingInlineStart: level * 20 }}>{label}</span>,
          },
          { title: t('Code'), cell: ({ code }) => <Code>{code}</Code> },
          {
            title: t('Products'),
            isNumber: true,
            cell: ({ code, productsCount }) =>
              productsCount === 0 ? null : (
                <TextLink
                  to="/products"
                  search={{ where: [{ field: 'categories', operator: 'any', value: code }] }}
                >
                  {productsCount.toLocaleString(formatTag)}
                </TextLink>
              ),
          },
        ]}
      />
    </Page>
  );
}
