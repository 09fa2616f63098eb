import { queryOptions } from '@tanstack/react-query';
import { ApiError, fetchApi } from '../../../api/api-error.ts';
import { request } from '../../../api/request.ts';
import { PREVIEW } from '../../../catalogue/live/live-documents.ts';
import { keysQuery, publishableKeys } from '../../../catalogue/storefronts/key-documents.ts';
import { t } from '../../../i18n/translate.ts';

/** Query to the Shop API: the fields that each product has, in every set. */
const QUERY = `query ($sku: String!) {
  product(by: { sku: $sku }) {
    sku label slug price { formatted } image { url }
    categories { label }
    options { label values { label } }
    specifications { label items { label text } }
  }
}`;

/** Returns the token in a preview link, found by the template that the link is made of; null if there is none. */
export function previewToken(template: string, url: string): string | null {
  const pattern = template
    .split(/(\{\w+\})/)
    .map((part) => {
      if (part === '{token}') return '([^/?&#]+)';
      return /^\{\w+\}$/.test(part) ? '.*?' : part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
    })
    .join('');
  const token = new RegExp(`^${pattern}$`).exec(url)?.[1];
  return token === undefined ? null : decodeURIComponent(token);
}

/** Response that a storefront gets. */
export interface StorefrontResponse {
  /** True if the request was in preview mode, because the product is not live there. */
  readonly isPreview: boolean;
  /** Product as the Shop API returned it; null if there is none. */
  readonly product: object | null;
}

/** Loads the response of the Shop API for a product; null where there is no key to request it with. */
export const storefrontResponseQuery = (of: {
  readonly sku: string;
  readonly code: string;
  readonly previewUrl: string | null;
  readonly locale: string | null;
  readonly isLive: boolean;
}) =>
  queryOptions({
    // It is requested again with all else of the product once something is saved.
    queryKey: ['product', of.sku, 'shop', of.code, of.locale, of.isLive],
    queryFn: async ({ signal, client }): Promise<StorefrontResponse | null> => {
      const { sku, code, previewUrl, locale, isLive } = of;
      const key = publishableKeys(await client.ensureQueryData(keysQuery), code)[0]?.key ?? null;
      if (key === null) return null;
      const link =
        isLive || previewUrl === null
          ? null
          : (await request(PREVIEW, { code, product: sku, locale }, signal)).previewLink;
      const token = link === null || previewUrl === null ? null : previewToken(previewUrl, link.url);
      const searchParams = new URLSearchParams({
        ...(locale === null ? {} : { locale }),
        ...(token === null ? {} : { preview: token }),
      });
      const response = await fetchApi(`/shop/${key}/graphql?${searchParams}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: QUERY, variables: { sku } }),
        signal,
      });
      const payload = (await response.json().catch(() => ({}))) as {
        readonly data?: { readonly product: object | null } | null;
        readonly errors?: readonly { readonly message: string }[];
      };
      const [error] = payload.errors ?? [];
      if (error !== undefined || !payload.data)
        throw new ApiError('shop', error?.message ?? t('The server refused the request. Try again.'));
      return { isPreview: token !== null, product: payload.data.product };
    },
    staleTime: 0,
  });
