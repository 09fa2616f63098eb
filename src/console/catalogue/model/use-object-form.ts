import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refetchAccess } from '../../api/workspace.ts';
import { t } from '../../i18n/translate.ts';
import { notifySuccess } from '../../ui/messages/notifications.ts';
import { useUndo } from '../undo/use-undo.ts';
import { type ModelChanges, previewModel, saveModel } from './apply-model.ts';
import type { AnyConfigField, ConfigObject, ConfigPage, Draft, FieldChange } from './config-page-types.ts';
import { fieldsOfDraft, inputOfDraft, isSame, rebaseDraft } from './draft.ts';
import { hasEffects, useEffects } from './effects.tsx';
import { creationChanges, faultOf, objectChanges } from './object-input.ts';
import { useDraft } from './use-draft.ts';

/**
 * Edits an object: what is typed waits in a draft, its effects are counted once it rests, and it is saved as one request.
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
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  const [storedDraft, setDraft] = useDraft(`${page.kind} ${code}`);
  const previousDrafts = useRef<readonly Draft[]>([]);
  const { draft, conflicts } =
    item === null
      ? { draft: storedDraft, conflicts: [] }
      : rebaseDraft(fieldsOfDraft(page, storedDraft, item), storedDraft, item);
  const names = Object.keys(draft);
  const input =
    item === null ? restoringChanges(page, code, draft, lastItem) : draftChanges(page, code, draft, item);
  const isReady = names.length > 0 && conflicts.length === 0;
  const { query, isCounting } = useEffects(isReady && item !== null ? JSON.stringify(input) : '', (signal) =>
    previewModel(input, signal),
  );
  // A dry run that fails may have met a change of others, which is shown beside the draft.
  const hasFailed = query?.isError === true;
  useEffect(() => {
    if (hasFailed) void queryClient.invalidateQueries({ queryKey: [page.kind, 'object', code] });
  }, [hasFailed, queryClient, page.kind, code]);
  const clear = () => {
    previousDrafts.current = [];
    setDraft(() => ({}));
  };
  const saving = useMutation({
    // Who saves before the effects are counted sees them first, if there are any.
    mutationFn: async () => (isCounting && hasEffects(await previewModel(input)) ? null : saveModel(input)),
    onSuccess: (undo) => {
      if (undo === null) return;
      clear();
      notifySuccess(t('{name} saved.', { name: item?.label ?? code }), undoable(undo));
    },
    onError: (error) => void refetchAccess(queryClient, error),
    onSettled: () => queryClient.invalidateQueries(),
  });
  return {
    draft,
    conflicts,
    effects: query,
    /** The reason of the last save that failed; null while there is none. */
    error: saving.error,
    isSaving: saving.isPending,
    canSave: isReady && !saving.isPending && query?.isError !== true,
    /** Returns the reason why a field was rejected. */
    errorOf: (name: string) => faultOf(saving.error ?? query?.error, name),
    change: (...changes: readonly FieldChange[]) => {
      saving.reset();
      setDraft((old) => {
        previousDrafts.current = [...previousDrafts.current, old];
        return changes.reduce(withValue, old);
      });
    },
    /** Takes the last change of the draft back; returns false if there is none. */
    stepBack: () => {
      const previous = previousDrafts.current.at(-1);
      if (previous === undefined) return false;
      previousDrafts.current = previousDrafts.current.slice(0, -1);
      saving.reset();
      setDraft(() => previous);
      return true;
    },
    discard: () => {
      saving.reset();
      clear();
    },
    save: () => saving.mutate(),
  };
}

/** Returns a draft with another value of a field; none if it is as stored. */
function withValue(draft: Draft, { name, base, value }: FieldChange): Draft {
  const { [name]: _previous, ...others } = draft;
  return isSame(base, value) ? others : { ...others, [name]: { base, value } };
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
): ModelChanges =>
  creationChanges(
    page,
    code,
    restoredValues(page.fields, draft, lastItem),
    lastItem === null ? {} : page.elements?.create(draft, lastItem),
  );

/** Returns the values of an object that was deleted, with those of the draft. */
const restoredValues = <Item extends ConfigObject>(
  fields: readonly AnyConfigField<Item>[],
  draft: Draft,
  item: Item | null,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields.map(({ name, read }) => [
      name,
      draft[name] === undefined ? item && read(item) : draft[name].value,
    ]),
  );
