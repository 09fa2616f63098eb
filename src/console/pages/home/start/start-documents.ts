import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf, type VariablesOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../../api/problem.ts';
import { request, requestWithId } from '../../../api/request.ts';
import type { TargetInput } from './target-fields.tsx';

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

type TemplateInput = VariablesOf<typeof APPLY_TEMPLATE>['input'];

/**
 * Returns the input for a template.
 *
 * @param target the channel to create; null where there is one
 */
export const templateInput = (
  template: TemplateInput['template'],
  samples: boolean,
  target: TargetInput | null,
): TemplateInput => ({
  template,
  samples,
  ...(target === null
    ? {}
    : {
        channelLabel: target.label,
        locales: [...target.locales],
        currencies: [...target.currencies],
      }),
});

/**
 * Creates the model of a template and its sample products, all or nothing.
 *
 * @returns the id of the request, by which all of it is undone
 */
export async function applyTemplate(input: TemplateInput): Promise<string | null> {
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
