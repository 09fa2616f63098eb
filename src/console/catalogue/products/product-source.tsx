import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { t } from '../../i18n/translate.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { findLastAuthor } from '../values/last-author.ts';
import type { ValueSource } from '../values/value-source.ts';

const LAST_CHANGES = graphql(`
  query LastChanges($id: ID!) {
    product(ref: $id) {
      updatedBy { name }
      revisions(first: 20) { nodes { actor { name } changes { path channel locale } } }
    }
  }
`);

/** Products, as the grid and the form edit their values. */
export const PRODUCT_SOURCE: ValueSource = {
  texts: {
    title: t('Product'),
    deleted: t('The product was deleted. What you typed is kept in this browser.'),
    busy: t('Others save this product at the same time. Type again to save it.'),
    orphaned: t('These fields are no longer part of the product. Copy what you need, then discard it.'),
  },
  loadLastAuthors: async (id) => findLastAuthor((await request(LAST_CHANGES, { id })).product),
  ObjectLink: ({ code, field, isQuiet = false, children }) => (
    <TextLink
      to="/products/$sku"
      params={{ sku: code }}
      search={field === undefined ? {} : { field }}
      {...(isQuiet ? { c: 'dimmed', fw: 400 } : {})}
    >
      {children}
    </TextLink>
  ),
  async refresh(queryClient) {
    void queryClient.invalidateQueries({ queryKey: ['products'] });
    void queryClient.invalidateQueries({ queryKey: ['product facets'] });
    void queryClient.invalidateQueries({ queryKey: ['revisions'] });
    await queryClient.invalidateQueries({ queryKey: ['product'] });
  },
};
