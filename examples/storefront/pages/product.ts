import type { ResultOf } from 'gql.tada';
import { html, raw } from 'hono/html';
import type { ProductDocument } from '../documents.ts';
import {
  alternatePaths,
  breadcrumbs,
  cards,
  dot,
  type Html,
  layout,
  link,
  picture,
  type Visit,
} from './layout.ts';

type Data = ResultOf<typeof ProductDocument>;
type ProductOf = NonNullable<Data['product']>;
type ItemOf = NonNullable<ProductOf['selectedVariant']>;
type OptionOf = ItemOf['options'][number];

/** Fields that the page of a type shows by themselves. */
const SHOWN_ABOVE: Readonly<Record<string, readonly string[]>> = { Lamp: ['story', 'designer'] };

/** The specifications without what is shown above them. */
const detailsOf = (type: string, { specifications }: ItemOf) =>
  specifications
    .map(({ label, items }) => ({
      label,
      items: items.filter(({ code }) => !SHOWN_ABOVE[type]?.includes(code)),
    }))
    .filter(({ items }) => items.length > 0);

/** A product. Of a family, the first variant is shown; each variant has an address of its own. */
export function productPage(visit: Visit, { navigation }: Data, product: ProductOf): Html {
  const { words, origin } = visit;
  const { family, seo, breadcrumbs: categories, alternates } = product;
  const item = product.selectedVariant ?? product;
  // Search engines know all variants by the page of their family, in every language.
  const canonicalPaths = family === null ? undefined : alternatePaths(visit, 'p', family.alternates);
  const content = html`
    ${breadcrumbs(visit, categories)}
    <article class="product">
      <div class="gallery">${item.gallery.map(
        (image, index) =>
          html`<span class="frame">${picture(image, '(min-width: 60rem) 55vw, 100vw', index === 0)}</span>`,
      )}</div>
      <div class="about">
        <h1>${family?.label ?? product.label}</h1>
        ${item.summary ? html`<p class="summary">${item.summary}</p>` : ''}
        <p class="price">${item.price?.formatted}</p>
        ${item.options.map((option) => optionPicker(visit, option))}
        ${product.__typename === 'Lamp' ? lampStory(visit, product) : ''}
        <p class="sku">${words.articleNumber} ${item.sku}</p>
      </div>
    </article>
    <section>
      <h2>${words.details}</h2>
      <div class="specifications">${detailsOf(product.__typename, item).map(
        ({ label, items }) => html`<table><caption>${label}</caption>
          ${items.map((one) => html`<tr><th scope="row">${one.label}</th><td>${one.text}</td></tr>`)}</table>`,
      )}</div>
    </section>
    ${product.__typename === 'Lamp' ? accessoryRow(visit, product) : ''}`;
  return layout(visit, {
    title: seo.title,
    description: seo.description,
    paths: alternatePaths(visit, 'p', alternates),
    canonicalPaths,
    navigation,
    jsonLd: jsonLd(`${origin}/${visit.language}/p/${item.slug}`, item),
    openGraph: {
      'og:type': 'product',
      'og:image': item.gallery[0]?.url,
      'og:image:alt': item.gallery[0]?.alt,
      'product:price:amount': item.price?.amount,
      'product:price:currency': item.price?.currency,
    },
    content,
  });
}

type LampOf = Extract<ProductOf, { __typename: 'Lamp' }>;

/** What only lamps have: a type has fields of its own once its name is known. */
function lampStory({ words }: Visit, { story, designer }: LampOf): Html {
  return html`<div class="story">
    ${story ? raw(story) : ''}
    ${designer ? html`<p>${words.by} ${designer}</p>` : ''}
  </div>`;
}

function accessoryRow(visit: Visit, { accessories: { edges } }: LampOf): Html | '' {
  if (edges.length === 0) return '';
  return html`<section><h2>${visit.words.accessories}</h2>${cards(visit, edges)}</section>`;
}

/** Each value is a link to the variant that it leads to. */
function optionPicker(visit: Visit, { label, values }: OptionOf): Html {
  const current = values.find(({ selected }) => selected);
  return html`<div class="option" role="group" aria-label="${label}">
    <p>${label}: <b>${current?.label}</b></p>
    ${values.map((value) => {
      const color = value.option?.swatch?.color;
      return html`<a href="${link(visit, `/p/${value.variant?.slug}`)}" class="${color ? 'swatch' : 'choice'}"
        ${value.selected ? html`aria-current="true"` : ''} ${color ? html`aria-label="${value.label}"` : ''}
        >${color ? dot(value.label, color) : value.label}</a>`;
    })}
  </div>`;
}

/** What search engines read of a product (schema.org). */
function jsonLd(url: string, { label, summary, sku, price, gallery }: ItemOf): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: label,
    description: summary ?? undefined,
    sku,
    url,
    image: gallery.map((image) => image.url),
    offers: price ? { '@type': 'Offer', url, price: price.amount, priceCurrency: price.currency } : undefined,
  };
}
