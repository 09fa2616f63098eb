import { graphql, type VariablesOf } from '../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../api/problem.ts';
import { request, requestWithId } from '../../api/request.ts';
import { revertRequest } from '../undo/revert-request.ts';
import type { UndoOutcome } from '../undo/use-undo.ts';
import { EFFECTS, type Effects } from './effects/effect-documents.ts';

const APPLY_MODEL = graphql(
  `
  mutation ApplyModel($input: ApplyModelInput!) {
    applyModel(input: $input) {
      __typename
      ... on ApplyModelPayload { created updated deleted }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

const PREVIEW_MODEL = graphql(
  `
  mutation PreviewModel($input: ApplyModelInput!) {
    applyModel(input: $input, dryRun: true) {
      __typename
      ... on ApplyModelPayload { effects { ...EffectParts } }
      ...ProblemParts
    }
  }
`,
  [EFFECTS, PROBLEM_FRAGMENT],
);

/** Changes of the model and the settings that are saved together. */
export type ModelChanges = VariablesOf<typeof APPLY_MODEL>['input'];

/** Kind of an object of the model. */
export type ModelKind = NonNullable<ModelChanges['delete']>[number]['kind'];

/**
 * Returns the effects of changes that are not saved. Nothing is stored.
 *
 * @throws ApiError with the reason why they cannot be saved
 */
export async function previewModel(input: ModelChanges, signal?: AbortSignal): Promise<Effects> {
  const { applyModel } = await request(PREVIEW_MODEL, { input }, signal);
  return unwrapPayload(applyModel).effects as Effects;
}

/**
 * Saves changes, all or none. Resolves with a function that takes them back.
 *
 * @throws ApiError with the reason why they cannot be saved; the paths of its faults begin at the field of the input
 */
export async function saveModel(input: ModelChanges): Promise<() => Promise<UndoOutcome>> {
  const requestId = await writeModel(input);
  return () => revertRequest(requestId);
}

/** Saves changes, as {@link saveModel} does. Resolves with the id of the request, by which they are taken back. */
export async function writeModel(input: ModelChanges): Promise<string> {
  const { data, requestId } = await requestWithId(APPLY_MODEL, { input });
  unwrapPayload(data.applyModel);
  return requestId ?? '';
}
