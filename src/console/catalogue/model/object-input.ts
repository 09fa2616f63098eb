import { ApiError } from '../../api/api-error.ts';
import type { ModelChanges } from './apply-model.ts';
import type { AnyConfigPage } from './config-page-types.ts';
import { draftOfValues, inputOfDraft } from './draft.ts';

/** Returns the changes that write one object of a page. */
export const objectChanges = (
  { input }: Pick<AnyConfigPage, 'input'>,
  item: Readonly<Record<string, unknown>>,
): ModelChanges => ({ [input]: [item] });

/**
 * Returns the changes that create an object with these values of its fields; the others are those of a new one.
 *
 * @param elements what the input has for its lists and matrices
 */
export function creationChanges(
  page: AnyConfigPage,
  code: string,
  values: Readonly<Record<string, unknown>>,
  elements: Readonly<Record<string, unknown>> = {},
): ModelChanges {
  const { fields, completeNew } = page;
  const initial = Object.fromEntries(
    fields.filter(({ isInDialog }) => isInDialog).map(({ name, initial: value }) => [name, value]),
  );
  return objectChanges(page, {
    code,
    ...initial,
    ...inputOfDraft(fields, draftOfValues(fields, values)),
    ...completeNew?.({ ...initial, ...values }),
    ...elements,
  });
}

/** Returns the reason why a field was rejected, in a sentence; undefined if it was not. */
export function faultOf(error: unknown, name: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.faults.find(({ path }) => path.includes(name))?.message;
}
