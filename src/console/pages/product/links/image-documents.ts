import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../../api/problem.ts';
import { request, requestWithId } from '../../../api/request.ts';

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

const STAGED_FILE = graphql(
  `
  query StagedFile($ref: ID!, $locale: String!) {
    media(ref: $ref) { ...ProductFile }
  }
`,
  [FILE],
);

/** Loads a file that a product does not have yet. */
export const stagedFileQuery = (ref: string, locale: string) =>
  queryOptions({
    queryKey: ['media', ref, 'staged', locale],
    queryFn: async ({ signal }) => (await request(STAGED_FILE, { ref, locale }, signal)).media,
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
  [PROBLEM_FRAGMENT],
);

/** Writes the alternative text of a file in a locale. Changes of files cannot be undone. */
export async function setAltText(ref: string, locale: string, text: string): Promise<null> {
  unwrapPayload((await requestWithId(SET_ALT, { ref, locale, text })).data.updateMedia);
  return null;
}
