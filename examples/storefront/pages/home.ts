import type { ResultOf } from 'gql.tada';
import { html } from 'hono/html';
import type { HomeDocument } from '../documents.ts';
import { cards, everyLanguage, type Html, layout, link, picture, type Visit } from './layout.ts';

/** The first page: a hero, the categories, and the latest products. */
export function homePage(
  visit: Visit,
  { navigation, categories, latest }: ResultOf<typeof HomeDocument>,
): Html {
  const { words } = visit;
  const [first] = navigation;
  const tiles = categories.flatMap(({ children }) => children);
  const content = html`
    <section class="hero">
      <div>
        <h1>${words.tagline}</h1>
        <p>${words.promise}</p>
        ${first ? html`<a class="button" href="${link(visit, `/c/${first.slug}`)}">${words.browse}</a>` : ''}
      </div>
      ${picture(categories[0]?.image, '(min-width: 60rem) 55vw, 100vw', true)}
    </section>
    <section>
      <h2>${words.categories}</h2>
      <ul class="tiles">${tiles.map(
        ({ label, slug, image }) => html`<li><a class="tile" href="${link(visit, `/c/${slug}`)}">
          <span class="frame">${picture(image, '(min-width: 60rem) 22rem, 50vw')}</span>
          <span class="label">${label}</span></a></li>`,
      )}</ul>
    </section>
    <section>
      <h2>${words.latest}</h2>
      ${cards(visit, latest.edges)}
    </section>`;
  return layout(visit, {
    title: words.shopName,
    description: words.promise,
    paths: everyLanguage(visit, '/'),
    navigation,
    openGraph: { 'og:image': categories[0]?.image?.url },
    content,
  });
}
