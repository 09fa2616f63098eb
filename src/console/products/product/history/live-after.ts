import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { localeName } from '../../../language/locale-name.ts';
import { formatTag, t } from '../../../language/t.ts';

const LIVE = graphql(`
  query LivePlaces($ref: ID!) {
    product(ref: $ref) { live { channel { code label } locale { code } } }
  }
`);

const LIST = new Intl.ListFormat(formatTag, { type: 'conjunction' });

/** Where a product is live: its channels and locales in words, by their codes. */
async function placesOf(ref: string): Promise<ReadonlyMap<string, string>> {
  const { product } = await request(LIVE, { ref });
  return new Map(
    (product?.live ?? []).map(({ channel, locale }) => [
      `${channel.code} ${locale.code}`,
      `${localeName(locale.code)} (${channel.label})`,
    ]),
  );
}

/**
 * A change of a product that also says where the product is no longer live afterwards.
 *
 * @param run stores the change; resolves to the id of the request
 * @param words what is said when it is stored
 */
export function withLiveCheck(ref: string, run: () => Promise<string | null>, words: string) {
  let lost: readonly string[] = [];
  return {
    run: async () => {
      const before = await placesOf(ref);
      const requestId = await run();
      const after = before.size === 0 ? before : await placesOf(ref);
      lost = [...before].filter(([place]) => !after.has(place)).map(([, name]) => name);
      return requestId;
    },
    done: () =>
      lost.length === 0
        ? words
        : `${words} ${t('No longer live in {places}.', { places: LIST.format(lost) })}`,
  };
}
