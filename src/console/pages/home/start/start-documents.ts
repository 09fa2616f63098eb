import { queryOptions } from '@tanstack/react-query';
import { fetchAllPages } from '../../../api/fetch-all-pages.ts';
import { graphql, type ResultOf, type VariablesOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../../api/problem.ts';
import { request, requestWithId } from '../../../api/request.ts';
import { currencyName } from '../../../i18n/currency-name.ts';
import { localeName } from '../../../i18n/locale-name.ts';

const TEMPLATES = graphql(`
  query Templates {
    templates {
      code label description attributeSets variantAxes attributesCount categoriesCount samplesCount
    }
  }
`);

export type Template = ResultOf<typeof TEMPLATES>['templates'][number];

/** Loads the templates, with their texts in the language of the page. */
export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: async ({ signal }) => (await request(TEMPLATES, {}, signal)).templates,
  staleTime: Number.POSITIVE_INFINITY,
});

const LOCALE_CODES = graphql(`
  query LocaleCodes($after: String) {
    locales(first: 100, after: $after) { nodes { code } pageInfo { hasNextPage endCursor } }
  }
`);

const CURRENCY_CODES = graphql(`
  query CurrencyCodes($after: String) {
    currencies(first: 100, after: $after) { nodes { code } pageInfo { hasNextPage endCursor } }
  }
`);

interface Choice {
  readonly value: string;
  readonly label: string;
}

export const toLocaleChoice = (code: string): Choice => ({ value: code, label: localeName(code) });

export const toCurrencyChoice = (code: string): Choice => ({
  value: code,
  label: `${code} · ${currencyName(code)}`,
});

/** Loads all locales and currencies that can be enabled, with their names in the language of the page. */
export const targetChoicesQuery = queryOptions({
  queryKey: ['start', 'choices'],
  queryFn: async ({ signal }) => {
    const locales = await fetchAllPages(
      async (after) => (await request(LOCALE_CODES, { after }, signal)).locales,
    );
    const currencies = await fetchAllPages(
      async (after) => (await request(CURRENCY_CODES, { after }, signal)).currencies,
    );
    return {
      locales: locales.map(({ code }) => toLocaleChoice(code)),
      currencies: currencies.map(({ code }) => toCurrencyChoice(code)),
    };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

const APPLY_TEMPLATE = graphql(
  `
  mutation ApplyTemplate($input: ApplyTemplateInput!) {
    applyTemplate(input: $input) {
      __typename
      ... on ApplyTemplatePayload { samples }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

/**
 * Creates the model of a template and its sample products, all or nothing.
 *
 * @returns the id of the request, by which all of it is undone
 */
export async function applyTemplate(
  input: VariablesOf<typeof APPLY_TEMPLATE>['input'],
): Promise<string | null> {
  const { data, requestId } = await requestWithId(APPLY_TEMPLATE, { input });
  unwrapPayload(data.applyTemplate);
  return requestId;
}

const IMPORT_FOLDER = graphql(
  `
  mutation ImportAkeneoFolder($uploadId: String!) {
    importAkeneoFolder(input: { uploadId: $uploadId }) {
      __typename
      ... on JobPayload { job { id } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

/** Starts the import of an uploaded archive of an Akeneo folder. Returns the id of the job. */
export async function importAkeneoFolder(uploadId: string): Promise<string> {
  const { job } = unwrapPayload((await request(IMPORT_FOLDER, { uploadId })).importAkeneoFolder);
  return job?.id ?? '';
}
