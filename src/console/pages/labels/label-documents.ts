import { fetchAllPages } from '../../api/fetch-all-pages.ts';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';

const LABELS = graphql(`
  query ModelLabels(
    $first: Int!, $after: String, $kinds: [LabelKind!], $search: String, $missingIn: [String!], $codes: [String!]
  ) {
    modelLabels(
      first: $first, after: $after, kinds: $kinds, search: $search, missingIn: $missingIn, codes: $codes
    ) {
      nodes { kind code owner type version labels { locale text } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const COUNT = graphql(`
  query ModelLabelCount($kinds: [LabelKind!], $search: String, $missingIn: [String!]) {
    modelLabels(first: 1, kinds: $kinds, search: $search, missingIn: $missingIn) { totalCount }
  }
`);

const SUMMARY = graphql(`
  query ModelLabelSummary {
    modelLabelSummary { kind count missing { locale count } }
  }
`);

const UNITS = graphql(`
  query UnitsOfFamily($code: String!) {
    measurementFamily(code: $code) {
      version
      units { code symbol factor offset labels { locale text } }
    }
  }
`);

/** An object of the model with its labels, as the list has it. */
export type ModelLabels = ResultOf<typeof LABELS>['modelLabels']['nodes'][number];
export type LabelKind = ModelLabels['kind'];

/** Limits of the list of labels. */
export type LabelFilter = VariablesOf<typeof COUNT>;

const PAGE_SIZE = 100;
/** Number of codes that are looked up by one request. */
const MAX_CODES = 500;

export const loadLabels = async (filter: LabelFilter, after: string | null, signal?: AbortSignal) =>
  (await request(LABELS, { ...filter, first: PAGE_SIZE, after }, signal)).modelLabels;

/** Returns all objects of a filter. */
export const loadAllLabels = (filter: LabelFilter): Promise<readonly ModelLabels[]> =>
  fetchAllPages((after) => loadLabels(filter, after));

export const countLabels = async (filter: LabelFilter, signal: AbortSignal) =>
  (await request(COUNT, filter, signal)).modelLabels.totalCount;

/** Numbers of objects and of missing labels, by kind. */
export const loadLabelSummary = async (signal: AbortSignal) =>
  (await request(SUMMARY, {}, signal)).modelLabelSummary;

export type LabelSummary = Awaited<ReturnType<typeof loadLabelSummary>>;

/** Returns the objects of all kinds with some codes, as they are stored now. */
export async function findLabels(codes: readonly string[]): Promise<readonly ModelLabels[]> {
  const objects: ModelLabels[] = [];
  for (let from = 0; from < codes.length; from += MAX_CODES) {
    const some = codes.slice(from, from + MAX_CODES);
    objects.push(
      ...(await fetchAllPages(
        async (after) => (await request(LABELS, { first: PAGE_SIZE, after, codes: some })).modelLabels,
      )),
    );
  }
  return objects;
}

/** Returns the units of a family, which are written together; null if it was deleted. */
export const loadUnits = async (code: string) => (await request(UNITS, { code })).measurementFamily;

export type UnitsOfFamily = NonNullable<Awaited<ReturnType<typeof loadUnits>>>;
