import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { placesOf } from '../../../catalogue/values/live-places.ts';
import { inOneList } from '../../../language/in-one-list.ts';
import { t } from '../../../language/t.ts';

const LIVE = graphql(`
  query LivePlaces($ref: ID!, $words: String) {
    product(ref: $ref) { live { channel { code label(locale: $words) } locale { code } } }
  }
`);

async function placesNow(ref: string): Promise<ReadonlyMap<string, string>> {
  const { product } = await request(LIVE, { ref });
  return placesOf(product?.live ?? []);
}

/**
 * Returns a change of a product that also reports where the product is no longer live afterwards.
 *
 * @param run stores the change; resolves to the id of the request
 * @param words message that is shown when it is stored
 */
export function withLiveCheck(ref: string, run: () => Promise<string | null>, words: string) {
  let lost: readonly string[] = [];
  return {
    run: async () => {
      const before = await placesNow(ref);
      const requestId = await run();
      const after = before.size === 0 ? before : await placesNow(ref);
      lost = [...before].filter(([place]) => !after.has(place)).map(([, name]) => name);
      return requestId;
    },
    done: () =>
      lost.length === 0 ? words : `${words} ${t('No longer live in {places}.', { places: inOneList(lost) })}`,
  };
}
