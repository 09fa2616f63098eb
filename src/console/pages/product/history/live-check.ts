import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { liveScopeLabels } from '../../../catalogue/values/live-scopes.ts';
import { formatList } from '../../../i18n/format-list.ts';
import { t } from '../../../i18n/translate.ts';

const LIVE = graphql(`
  query LivePlaces($ref: ID!, $words: String) {
    product(ref: $ref) { live { channel { code label(locale: $words) } locale { code } } }
  }
`);

async function loadLiveScopes(ref: string): Promise<ReadonlyMap<string, string>> {
  const { product } = await request(LIVE, { ref });
  return liveScopeLabels(product?.live ?? []);
}

/**
 * Returns a change of a product that also reports where the product is no longer live afterwards.
 *
 * @param run stores the change; resolves to the id of the request
 * @param message text that is shown when it is stored
 */
export function withLiveCheck(ref: string, run: () => Promise<string | null>, message: string) {
  let lost: readonly string[] = [];
  return {
    run: async () => {
      const before = await loadLiveScopes(ref);
      const requestId = await run();
      const after = before.size === 0 ? before : await loadLiveScopes(ref);
      lost = [...before].filter(([place]) => !after.has(place)).map(([, name]) => name);
      return requestId;
    },
    done: () =>
      lost.length === 0
        ? message
        : `${message} ${t('No longer live in {places}.', { places: formatList(lost) })}`,
  };
}
