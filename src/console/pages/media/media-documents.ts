import { fetchAllPages } from '../../api/fetch-all-pages.ts';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import type { ConfigSearch } from '../../catalogue/model/config-page-types.ts';
import { USAGE } from '../../catalogue/model/usage-list.tsx';

const LIST = graphql(`
  query MediaFiles(
    $after: String, $locale: String, $search: String, $kind: MediaKind, $unused: Boolean, $missingAltIn: String
    $tags: [String!]
  ) {
    mediaFiles(
      first: 60, after: $after, search: $search, kind: $kind, unused: $unused, missingAltIn: $missingAltIn, tags: $tags
    ) {
      nodes {
        id code version filename mimeType sizeBytes width height tags visibility usedByCount usedByCountExact createdAt
        label(locale: $locale)
        alt { locale text }
        thumbnail: url(width: 320, height: 320, fit: INSIDE, format: WEBP)
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const COUNT = graphql(`
  query MediaFileCount(
    $search: String, $kind: MediaKind, $unused: Boolean, $missingAltIn: String, $tags: [String!]
  ) {
    mediaFiles(
      first: 1, search: $search, kind: $kind, unused: $unused, missingAltIn: $missingAltIn, tags: $tags
    ) { totalCount }
  }
`);

const FILE = graphql(
  `
  query MediaFile($code: ID!, $locale: String) {
    media(ref: $code) {
      id code version filename mimeType sizeBytes width height tags visibility createdAt
      label(locale: $locale)
      labels { locale text }
      alt { locale text }
      focalPoint { x y }
      content: url
      preview: url(width: 1280, height: 1280, fit: INSIDE, format: WEBP)
      usage { ...UsageParts }
      usedBy(first: 100) { nodes { sku } }
    }
  }
`,
  [USAGE],
);

const CODES = graphql(`
  query MediaFileCodes(
    $after: String, $search: String, $kind: MediaKind, $unused: Boolean, $missingAltIn: String, $tags: [String!]
  ) {
    mediaFiles(
      first: 100, after: $after, search: $search, kind: $kind, unused: $unused, missingAltIn: $missingAltIn, tags: $tags
    ) {
      nodes { code }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** Maximum number of files that are selected at once. */
export const MAX_SELECTED = 5_000;

/** A file of the list. */
export type MediaFile = ResultOf<typeof LIST>['mediaFiles']['nodes'][number];

/** A file with all that its panel shows. */
export type MediaDetails = NonNullable<ResultOf<typeof FILE>['media']>;

/** Limits of the list. */
export type MediaFilter = VariablesOf<typeof COUNT>;

/** Kinds of files, by their names in the address. */
export const KINDS: Readonly<Record<string, NonNullable<MediaFilter['kind']>>> = {
  image: 'IMAGE',
  video: 'VIDEO',
  pdf: 'PDF',
  other: 'OTHER',
};

/** Returns the limits of the list that an address names. */
export const filterOf = ({ q, kind, unused, missing, tag }: ConfigSearch): MediaFilter => ({
  search: q ?? null,
  kind: kind === undefined ? null : (KINDS[kind] ?? null),
  unused: unused === undefined ? null : unused === 'yes',
  missingAltIn: missing ?? null,
  tags: tag === undefined ? null : [tag],
});

/** Loads a page of the list, newest first. */
export const loadFiles = async (
  filter: MediaFilter,
  locale: string | null,
  after: string | null,
  signal?: AbortSignal,
) => (await request(LIST, { ...filter, locale, after }, signal)).mediaFiles;

export const countFiles = async (filter: MediaFilter, signal: AbortSignal) =>
  (await request(COUNT, filter, signal)).mediaFiles.totalCount;

/** Loads one file; null if none has the code. */
export const loadFile = async (code: string, locale: string | null, signal?: AbortSignal) =>
  (await request(FILE, { code, locale }, signal)).media;

/** Loads the codes of the first files of the list, at most {@link MAX_SELECTED}. */
export const loadCodes = async (filter: MediaFilter): Promise<readonly string[]> => {
  const load = async (after: string | null) => (await request(CODES, { ...filter, after })).mediaFiles;
  return (await fetchAllPages(load, MAX_SELECTED / 100)).map(({ code }) => code);
};
