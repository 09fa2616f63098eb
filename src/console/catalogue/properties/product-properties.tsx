import type { ReactNode } from 'react';
import { type FragmentOf, graphql } from '../../api/graphql.ts';
import { t, tCode } from '../../language/t.ts';
import { Code } from '../../ui/code.tsx';
import { StatusBadge, titled } from '../../ui/status-badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** What the page of a product reads of its properties. */
export const PRODUCT_PROPERTIES = graphql(`
  fragment ProductProperties on Product {
    sku type status tags
    attributeSet { code label(locale: $words) }
    parent { sku label(channel: $channel, locale: $locale) }
    channels { code label(locale: $words) }
    categories { code label(locale: $words) }
  }
`);
type Shown = FragmentOf<typeof PRODUCT_PROPERTIES>;

/** A property of products: its column in exports, and what the page of a product shows. */
interface ProductProperty {
  readonly column: string;
  readonly title: string;
  /** Null is left out. */
  readonly onPage?: (product: Shown) => ReactNode;
}

const labels = (items: readonly { readonly label: string }[]) =>
  items.length === 0 ? null : items.map(({ label }) => label).join(', ');

const PROPERTIES: readonly ProductProperty[] = [
  { column: 'sku', title: t('SKU'), onPage: ({ sku }) => <Code>{sku}</Code> },
  {
    column: 'type',
    title: t('Type'),
    onPage: ({ type }) => tCode(titled(type)),
  },
  {
    column: 'attribute_set',
    title: t('Attribute set'),
    onPage: ({ attributeSet }) => attributeSet?.label ?? t('None'),
  },
  { column: 'variant_layout', title: t('Variant layout') },
  {
    column: 'parent',
    title: t('Parent'),
    onPage: ({ parent }) =>
      parent === null ? null : (
        <TextLink to="/products/$sku" params={{ sku: parent.sku }}>
          {parent.label}
        </TextLink>
      ),
  },
  {
    column: 'status',
    title: t('Status'),
    onPage: ({ status }) => <StatusBadge state={status} />,
  },
  {
    column: 'channels',
    title: t('Channels'),
    onPage: ({ channels }) => (channels === null ? t('All') : labels(channels)),
  },
  { column: 'categories', title: t('Categories'), onPage: ({ categories }) => labels(categories) },
  {
    column: 'tags',
    title: t('Tags'),
    onPage: ({ tags }) => (tags.length === 0 ? null : tags.join(', ')),
  },
];

/** What the page of a product shows, by title. */
export const shownProperties = (product: Shown): Record<string, ReactNode> =>
  Object.fromEntries(PROPERTIES.map(({ title, onPage }) => [title, onPage?.(product)]));

/** What properties are called, by their columns in files. */
export const PROPERTY_TITLES: ReadonlyMap<string, string> = new Map(
  PROPERTIES.map(({ column, title }) => [column, title]),
);

/** The columns of properties in exports. */
export const EXPORT_COLUMNS = PROPERTIES.map(({ column }) => column);
