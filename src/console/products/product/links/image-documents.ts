import { queryOptions } from '@tanstack/react-query';
import { Failure, reach } from '../../../api/failure.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { PROBLEM, settled } from '../../../api/problem.ts';
import { request, requestWithId } from '../../../api/request.ts';
import { t } from '../../../language/t.ts';

const FILE = graphql(`
  fragment ProductFile on Media {
    id code filename mimeType altText(locale: $locale) url(width: 160, height: 160, fit: COVER, format: WEBP)
  }
`);

const IMAGES = graphql(
  `
  query ProductImages($ref: ID!, $channel: String!, $locale: String!, $words: String) {
    product(ref: $ref) {
      attributeSet {
        roles { attribute role }
        attributeAsImage { code }
        attributes { attribute { code label(locale: $words) type localizable scopable readOnly } }
      }
      values(channels: [$channel], locales: [$locale], fallback: false) {
        __typename source
        attribute { code }
        ... on MediaValue { media { ...ProductFile } }
        ... on MediaListValue { mediaList { ...ProductFile } }
      }
    }
  }
`,
  [FILE],
);

export type ImagesProduct = NonNullable<ResultOf<typeof IMAGES>['product']>;
export type ProductFile = Extract<
  ImagesProduct['values'][number],
  { readonly mediaList: unknown }
>['mediaList'][number];

export const imagesQuery = (ref: string, channel: string, locale: string) =>
  queryOptions({
    queryKey: ['product', ref, 'images', channel, locale],
    queryFn: async ({ signal }) => (await request(IMAGES, { ref, channel, locale }, signal)).product,
  });

const SET_ALT = graphql(
  `
  mutation SetAltText($ref: ID!, $locale: String!, $text: String!) {
    updateMedia(ref: $ref, input: { alt: [{ locale: $locale, text: $text }] }) {
      __typename
      ...ProblemParts
    }
  }
`,
  [PROBLEM],
);

/** Writes the alternative text of a file in a locale. Changes of files cannot be undone. */
export async function setAltText(ref: string, locale: string, text: string): Promise<null> {
  settled((await requestWithId(SET_ALT, { ref, locale, text })).data.updateMedia);
  return null;
}

/**
 * Uploads a file; one with the same content that exists is used instead.
 *
 * @returns its code
 */
export async function uploadImage(file: File): Promise<string> {
  const body = new FormData();
  body.append('file', file, file.name);
  const response = await reach('/api/v1/media', { method: 'POST', body });
  const answer = (await response.json().catch(() => ({}))) as { code?: string; detail?: string };
  if (!response.ok || answer.code === undefined)
    throw new Failure('error', answer.detail ?? t('The upload failed. Try again.'));
  return answer.code;
}
