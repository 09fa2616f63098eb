import { fetchAllPages } from '../../api/fetch-all-pages.ts';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { queryClient } from '../../api/query-client.ts';
import { request } from '../../api/request.ts';
import { USAGE } from '../../catalogue/model/usage-list.tsx';
import { SWATCH } from '../../catalogue/values/swatch-document.ts';

const SETS = graphql(
  `
  query ConfigOptionSets(
    $after: String, $search: String, $sort: OptionSetSort, $unused: Boolean, $words: String
  ) {
    optionSets(first: 50, after: $after, search: $search, sort: $sort, unused: $unused, locale: $words) {
      nodes {
        id code version optionsCount
        label(locale: $words)
        options(first: 6, active: true) { nodes { code swatch { ...SwatchParts } } }
        usage { ...UsageParts }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`,
  [SWATCH, USAGE],
);

export const loadSets = async (variables: VariablesOf<typeof SETS>, signal: AbortSignal) =>
  (await request(SETS, variables, signal)).optionSets;

export type SetRow = ResultOf<typeof SETS>['optionSets']['nodes'][number];

const OPTION = graphql(`
  fragment OptionParts on Option {
    id code version active sortOrder synonyms productsCount productsCountExact
    label(locale: $words)
    labels { locale text }
    swatch { color media { code label(locale: $words) url(width: 32, height: 32, fit: COVER, format: WEBP) } }
  }
`);

const SET = graphql(
  `
  query OneOptionSet($code: String!, $words: String) {
    optionSet(code: $code) {
      id code version sort optionsCount
      label(locale: $words)
      labels { locale text }
      usage { ...UsageParts }
      options(first: 100, locale: $words) {
        nodes { ...OptionParts }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`,
  [OPTION, USAGE],
);

const MORE_OPTIONS = graphql(
  `
  query MoreOptions($code: String!, $after: String, $words: String) {
    options(optionSet: $code, first: 100, after: $after, locale: $words) {
      nodes { ...OptionParts }
      pageInfo { hasNextPage endCursor }
    }
  }
`,
  [OPTION],
);

export type StoredOption = ResultOf<typeof OPTION>;

/** An option set with its options. */
export type OptionSet = Omit<NonNullable<ResultOf<typeof SET>['optionSet']>, 'options'> & {
  readonly options: readonly StoredOption[];
  /** False while only the first options are loaded. */
  readonly isComplete: boolean;
};

/** Codes of the sets whose options are all needed. */
const completeSets = new Set<string>();

const keyOf = (code: string) => ['OPTION_SET', 'object', code];

/** Loads all options of a set from now on: to scroll through them, and for all that needs more than those in sight. */
export function loadAllOptions({ code, isComplete }: Pick<OptionSet, 'code' | 'isComplete'>): void {
  if (isComplete || completeSets.has(code)) return;
  completeSets.add(code);
  void queryClient.invalidateQueries({ queryKey: keyOf(code) });
}

/** Returns true while options of a set are loaded after the first ones. */
export const isLoadingOptions = ({ code, isComplete }: Pick<OptionSet, 'code' | 'isComplete'>): boolean =>
  !isComplete && completeSets.has(code);

/** Loads a set with its first options, or with all of them once they are needed. */
export async function loadSet(code: string, signal?: AbortSignal): Promise<OptionSet | null> {
  const { optionSet } = await request(SET, { code }, signal);
  if (optionSet === null) return null;
  const { nodes, pageInfo } = optionSet.options;
  const firstOptions = { ...optionSet, options: nodes, isComplete: !pageInfo.hasNextPage };
  if (firstOptions.isComplete || !completeSets.has(code)) return firstOptions;
  if (queryClient.getQueryData(keyOf(code)) === undefined)
    queryClient.setQueryData(keyOf(code), firstOptions);
  const others = await fetchAllPages(
    async (after) =>
      (await request(MORE_OPTIONS, { code, after: after ?? pageInfo.endCursor }, signal)).options,
  );
  return { ...optionSet, options: [...nodes, ...others], isComplete: true };
}
