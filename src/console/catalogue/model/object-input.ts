import { ApiError } from '../../api/api-error.ts';
import type { ModelChanges } from './apply-model.ts';
import type { AnyConfigPage, ConfigObject, ConfigPage, Draft, ObjectContent } from './config-page-types.ts';
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

/**
 * Returns the content of an object, with a draft of it.
 *
 * @param item the object as it is stored
 */
export const contentOf = <Item extends ConfigObject>(
  { fields, elements }: Pick<ConfigPage<ConfigObject, Item>, 'fields' | 'elements'>,
  draft: Draft,
  item: Item,
): ObjectContent => ({
  values: Object.fromEntries(
    fields.map(({ name, read }) => [name, draft[name] === undefined ? read(item) : draft[name].value]),
  ),
  elements: elements?.create(draft, item) ?? {},
});

/** Returns the content of a copy of an object, which has no labels yet. */
export function contentOfCopy<Item extends ConfigObject>(
  page: Pick<ConfigPage<ConfigObject, Item>, 'fields' | 'elements'>,
  draft: Draft,
  item: Item,
): ObjectContent {
  const { values, elements } = contentOf(page, draft, item);
  const own = new Set(page.fields.flatMap(({ name, isNotCopied }) => (isNotCopied ? [name] : [])));
  return {
    values: Object.fromEntries(Object.entries(values).filter(([name]) => !own.has(name))),
    elements,
  };
}

/** Returns the reason why a field was rejected, in a sentence; undefined if it was not. */
export function faultOf(error: unknown, name: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.faults.find(({ path }) => path.includes(name))?.message;
}
