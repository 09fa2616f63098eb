import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { UsageSection } from '../../catalogue/model/usage-list.tsx';
import { localeTag, t } from '../../i18n/translate.ts';
import { CodeLabel } from '../../ui/labels/code-label.tsx';
import { QueryResult } from '../../ui/messages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { Category } from './category-documents.ts';

/** Shows where a category stands in its tree, and what uses it. */
export function CategoryPlace({ item }: { readonly item: Category }) {
  const above = item.path.slice(0, -1);
  return (
    <>
      <section className="object-section">
        <h3>{t('Place in the tree')}</h3>
        <p>
          {above.length === 0
            ? t('Top level')
            : above.map(({ code, label }, index) => (
                <Fragment key={code}>
                  {index === 0 ? null : ' › '}
                  <TextLink to="/categories/{-$code}" params={{ code }} search={true}>
                    <CodeLabel label={label} />
                  </TextLink>
                </Fragment>
              ))}
        </p>
      </section>
      <UsageSection item={item} />
    </>
  );
}

const PRODUCTS = graphql(`
  query ProductsOfCategory($code: String!, $channel: String, $locale: String) {
    products(first: 20, filter: { categories: { any: [$code] } }) {
      totalCount
      nodes { id sku label(channel: $channel, locale: $locale) }
    }
  }
`);

/** Shows the first products of a category and those below it, and leads to all of them. */
export function CategoryProducts({ item }: { readonly item: Category }) {
  const { code, productsCount, productsBelowCount, productsBelowCountExact } = item;
  const query = useQuery({
    queryKey: ['products of category', code],
    queryFn: async ({ signal }) => (await request(PRODUCTS, { code }, signal)).products,
  });
  const total = `${productsBelowCount.toLocaleString(localeTag)}${productsBelowCountExact ? '' : '+'}`;
  return (
    <>
      <p>
        {t('{here} directly in this category, {total} with those below.', {
          here: productsCount.toLocaleString(localeTag),
          total,
        })}{' '}
        {t('Variants are also in the categories of their models.')}
      </p>
      <p>
        <TextLink to="/products" search={{ where: [{ field: 'categories', operator: 'any', value: code }] }}>
          {query.data?.totalCount == null
            ? t('Show all products')
            : t('Show all {count, plural, one {# product} other {# products}}', {
                count: query.data.totalCount,
              })}
        </TextLink>
      </p>
      <QueryResult query={query} what={t('products')}>
        {({ nodes: products }) => (
          <ul className="plain-list">
            {products.map(({ id, sku, label }) => (
              <li key={id}>
                <TextLink to="/products/$sku" params={{ sku }}>
                  {label}
                </TextLink>{' '}
                <span className="tree-code">{sku}</span>
              </li>
            ))}
          </ul>
        )}
      </QueryResult>
    </>
  );
}
