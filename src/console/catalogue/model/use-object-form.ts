import { useMayChange } from '../../api/workspace.ts';
import { type ModelChanges, previewModel, saveModel } from './apply-model.ts';
import type { ConfigObject, ConfigPage, Draft } from './config-page-types.ts';
import { inputOfDraft } from './draft.ts';
import { contentOf, creationChanges, objectChanges } from './object-input.ts';
import { useDraftForm } from './use-draft-form.ts';

/**
 * Edits an object of the model; see `useDraftForm`.
 *
 * @param item the object as it is stored now; null if it was deleted
 * @param lastItem the object as it was last seen, which is restored with the draft once it is deleted
 */
export function useObjectForm<Row extends ConfigObject, Item extends ConfigObject>(
  page: ConfigPage<Row, Item>,
  code: string,
  item: Item | null,
  lastItem: Item | null,
) {
  const mayEdit = useMayChange()(page.kind);
  return useDraftForm(page, code, item, mayEdit, (draft) => {
    const input =
      item === null ? restoringChanges(page, code, draft, lastItem) : draftChanges(page, code, draft, item);
    return {
      input,
      preview: (signal) => previewModel(input, signal),
      save: () => saveModel(input),
    };
  });
}

/** Returns the changes that write a draft. */
const draftChanges = <Row extends ConfigObject, Item extends ConfigObject>(
  page: ConfigPage<Row, Item>,
  code: string,
  draft: Draft,
  item: Item,
): ModelChanges =>
  objectChanges(page, {
    code,
    ifVersion: item.version,
    ...inputOfDraft(page.fields, draft),
    ...page.elements?.write(draft, item),
  });

/** Returns the changes that create an object again that was deleted, with a draft. */
const restoringChanges = <Row extends ConfigObject, Item extends ConfigObject>(
  page: ConfigPage<Row, Item>,
  code: string,
  draft: Draft,
  lastItem: Item | null,
): ModelChanges => {
  const { values, elements } =
    lastItem === null ? { values: valuesOfDraft(draft), elements: {} } : contentOf(page, draft, lastItem);
  return creationChanges(page, code, values, elements);
};

const valuesOfDraft = (draft: Draft): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(draft).map(([name, { value }]) => [name, value]));
