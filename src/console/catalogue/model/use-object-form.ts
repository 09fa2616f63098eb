import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { refetchAccess } from '../../api/workspace.ts';
import { t } from '../../i18n/translate.ts';
import { notifySuccess } from '../../ui/messages/notifications.ts';
import { useUndo } from '../undo/use-undo.ts';
import { type ModelChanges, previewModel, saveModel } from './apply-model.ts';
import type { ConfigObject, ConfigPage } from './config-page-types.ts';
import { type Draft, draftOfValues, inputOfDraft, isSame, rebaseDraft } from './draft.ts';
import { useEffects } from './effects.tsx';
import { useDraft } from './use-draft.ts';

/** Returns the input that writes one object of a page. */
const toInput = (page: ConfigPage<never, never>, item: Readonly<Record<string, unknown>>): ModelChanges => ({
  [page.input]: [item],
});

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
  const [typed, setTyped] = useDraft(`${page.kind} ${code}`);
  const { draft, conflicts } =
    item === null ? { draft: typed, conflicts: [] } : rebaseDraft(page.fields, typed, item);
  const names = Object.keys(draft);
  const input = toInput(page as never, {
    code,
    ...(item === null ? valuesOf(page, lastItem) : { ifVersion: item.version }),
    ...inputOfDraft(page.fields, draft),
  });
  const isReady = names.length > 0 && conflicts.length === 0;
  const { query, isCounting } = useEffects(isReady && item !== null ? JSON.stringify(input) : '', (signal) =>
    previewModel(input, signal),
  );
  const saving = useMutation({
    mutationFn: () => saveModel(input),
    onSuccess: (undo) => {
      setTyped(() => ({}));
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
    canSave: isReady && !isCounting && !saving.isPending && query?.isError !== true,
    /** Returns the reason why a field was rejected. */
    errorOf: (name: string) => faultOf(saving.error ?? query?.error, name),
    change: (name: string, base: unknown, value: unknown) => {
      saving.reset();
      setTyped((old) => withValue(old, name, base, value));
    },
    discard: () => {
      saving.reset();
      setTyped(() => ({}));
    },
    save: () => saving.mutate(),
  };
}

/** Returns a draft with another value of a field; none if it is as stored. */
function withValue(draft: Draft, name: string, base: unknown, value: unknown): Draft {
  const { [name]: _previous, ...others } = draft;
  return isSame(base, value) ? others : { ...others, [name]: { base, value } };
}

/** Returns all fields of an object as the input takes them. */
function valuesOf<Row extends ConfigObject, Item extends ConfigObject>(
  { fields }: ConfigPage<Row, Item>,
  item: Item | null,
): Readonly<Record<string, unknown>> {
  if (item === null) return {};
  return inputOfDraft(
    fields,
    draftOfValues(fields, Object.fromEntries(fields.map(({ name, read }) => [name, read(item)]))),
  );
}

function faultOf(error: unknown, name: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.faults.find(({ path }) => path?.includes(name) === true)?.message;
}
