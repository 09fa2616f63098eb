import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { refetchAccess } from '../../api/workspace.ts';
import { t } from '../../i18n/translate.ts';
import { notifySuccess } from '../../ui/messages/notifications.ts';
import { type UndoOutcome, useUndo } from '../undo/use-undo.ts';
import { useDraftSteps } from './changes/use-draft-steps.ts';
import type {
  AnyConfigField,
  ConfigElements,
  ConfigObject,
  Draft,
  FieldChange,
} from './config-page-types.ts';
import { fieldsOfDraft, isSame, rebaseDraft } from './draft.ts';
import { type Effects, hasEffects } from './effects/effect-documents.ts';
import { useEffects } from './effects/use-effects.ts';
import { faultOf } from './object-input.ts';

/** The part of a page that the form of an object needs. */
interface FormPage<Item> {
  /** Kind of the object; it begins the key under which the page loads it. */
  readonly kind: string;
  readonly fields: readonly AnyConfigField<Item>[];
  readonly elements?: ConfigElements<Item>;
}

/** Writes a draft. */
export interface DraftWriter {
  /** Input of the request. */
  readonly input: object;
  /** Returns the effects on products. Nothing is stored. */
  readonly preview: (signal?: AbortSignal) => Promise<Effects>;
  /** Saves, and resolves with what takes it back. */
  readonly save: () => Promise<() => Promise<UndoOutcome>>;
}

/**
 * Edits an object: what is typed waits in a draft, its effects are counted once it rests, and it is saved as one request.
 *
 * @param item the object as it is stored now; null if it was deleted
 * @param mayEdit false if the person may not save; what they typed before is kept
 * @param writerOf returns what writes a draft
 */
export function useDraftForm<Item extends ConfigObject>(
  page: FormPage<Item>,
  code: string,
  item: Item | null,
  mayEdit: boolean,
  writerOf: (draft: Draft) => DraftWriter,
) {
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  const { draft: storedDraft, ...steps } = useDraftSteps(`${page.kind} ${code}`);
  // The elements of an object that was deleted are not known any more.
  const fields = item === null ? page.fields : fieldsOfDraft(page, storedDraft, item);
  const { draft, conflicts } =
    item === null ? { draft: storedDraft, conflicts: [] } : rebaseDraft(fields, storedDraft, item);
  const names = Object.keys(draft);
  const writer = writerOf(draft);
  const isReady = mayEdit && names.length > 0 && conflicts.length === 0;
  const { query, isCounting } = useEffects(
    isReady && item !== null ? JSON.stringify(writer.input) : '',
    writer.preview,
  );
  const reloadObject = useCallback(
    () => queryClient.invalidateQueries({ queryKey: [page.kind, 'object', code] }),
    [queryClient, page.kind, code],
  );
  // A dry run that fails may have met a change of others, which is shown beside the draft.
  const hasFailed = query?.isError === true;
  useEffect(() => {
    if (hasFailed) void reloadObject();
  }, [hasFailed, reloadObject]);
  const saving = useMutation({
    // Who saves before the effects are counted sees them first, if there are any.
    mutationFn: async () =>
      isCounting && hasEffects(await writer.preview()) ? null : { undo: await writer.save(), saved: draft },
    onSuccess: async (done) => {
      if (done === null) return;
      // Without the draft, the fields would show the values of before until the object is loaded again.
      await reloadObject();
      steps.clear();
      notifySuccess(t('{name} saved.', { name: item?.label ?? code }), undoable(done.undo));
    },
    onError: (error) => void refetchAccess(queryClient, error),
    onSettled: () => queryClient.invalidateQueries(),
  });
  // Why the object could not be saved is said by its deletion.
  const { reset } = saving;
  const isDeleted = item === null;
  useEffect(() => {
    if (isDeleted) reset();
  }, [isDeleted, reset]);
  return {
    draft,
    conflicts,
    /** Fields of the draft, those of its elements included. */
    fields: fields as readonly AnyConfigField<never>[],
    effects: query,
    /** The reason of the last save that failed; null while there is none. */
    error: saving.error,
    isSaving: saving.isPending,
    /** The draft that was saved last; null once something else is changed. */
    saved: saving.data?.saved ?? null,
    mayEdit,
    canSave: isReady && !saving.isPending && query?.isError !== true,
    /** Returns the reason why a field was rejected. */
    errorOf: (name: string) => faultOf(saving.error ?? query?.error, name),
    change: (...changes: readonly FieldChange[]) => {
      saving.reset();
      steps.change((old) => changes.reduce(withValue, old));
    },
    /** Takes one change out of the draft, with those that make no sense without it. */
    discardChange: (name: string) => {
      saving.reset();
      const names = [name, ...(page.elements?.dependentsOf?.(name, draft) ?? [])];
      steps.change((old) => Object.fromEntries(Object.entries(old).filter(([one]) => !names.includes(one))));
    },
    /** Takes the last change of the draft back; returns false if there is none. */
    stepBack: () => {
      if (!steps.stepBack()) return false;
      saving.reset();
      return true;
    },
    discard: () => {
      saving.reset();
      steps.clear();
    },
    save: () => saving.mutate(),
  };
}

export type DraftForm = ReturnType<typeof useDraftForm<ConfigObject>>;

/** Returns a draft with another value of a field; none if it is as stored. */
function withValue(draft: Draft, { name, base, value }: FieldChange): Draft {
  const { [name]: _previous, ...others } = draft;
  return isSame(base, value) ? others : { ...others, [name]: { base, value } };
}
