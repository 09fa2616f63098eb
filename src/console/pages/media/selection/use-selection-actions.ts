import { loadScript } from '../../../api/load-script.ts';
import { t } from '../../../i18n/translate.ts';
import { loadStates, type MediaState } from '../media-documents.ts';
import type { MediaInput, SavedFiles } from '../save/media-changes.ts';
import { useFileChange } from '../save/use-file-change.ts';
import type { FileSelection } from './use-file-selection.ts';

/** Loads what only a change needs. */
const loadSaving = () => loadScript(() => import('../save/media-changes.ts'));

/** Returns the actions on the selected files; each is saved at once, with undo. */
export function useSelectionActions(selection: FileSelection, onDeleted: (codes: readonly string[]) => void) {
  const { running, refused, clearRefused, act } = useFileChange();
  const codes = [...selection.codes];
  const changed = (count: number) => t('{count, plural, one {# file} other {# files}} changed.', { count });
  return {
    running,
    refused,
    clearRefused,
    changeTags: (added: readonly string[], removed: readonly string[]) =>
      act({
        total: codes.length,
        run: (onDone) => change(codes, tagChange(added, removed), onDone),
        done: changed,
      }),
    setVisibility: (visibility: 'PUBLIC' | 'PRIVATE') =>
      act({
        total: codes.length,
        run: (onDone) =>
          change(
            codes,
            (file) =>
              file.visibility === visibility ? null : [{ visibility }, { visibility: file.visibility }],
            onDone,
          ),
        done: changed,
      }),
    deleteSelected: () =>
      act({
        total: codes.length,
        run: async (onDone) => {
          const { deleteFiles } = await loadSaving();
          return deleteFiles(await loadStates(codes), onDone);
        },
        done: (count) => t('{count, plural, one {# file} other {# files}} deleted.', { count }),
        onSaved: (saved) => {
          const refusedCodes = new Set(saved.refused.map(({ code }) => code));
          const deleted = codes.filter((code) => !refusedCodes.has(code));
          selection.remove(deleted);
          onDeleted(deleted);
        },
      }),
  };
}

export type SelectionActions = ReturnType<typeof useSelectionActions>;

/** Returns the change of a file and the one that takes it back; null for a file that stays as it is. */
type ChangeOf = (file: MediaState) => readonly [input: MediaInput, inverse: MediaInput] | null;

async function change(
  codes: readonly string[],
  changeOf: ChangeOf,
  onDone: (count: number) => void,
): Promise<SavedFiles> {
  const { saveFiles } = await loadSaving();
  const files = await loadStates(codes);
  return saveFiles(
    files.flatMap((file) => {
      const { id, code } = file;
      const [input, inverse] = changeOf(file) ?? [];
      return input === undefined || inverse === undefined
        ? []
        : [{ id, code, input, inverse, ifVersion: null }];
    }),
    onDone,
  );
}

/** Adds tags and removes others; the inverse leaves the tags that a file had, and those that it lacked. */
const tagChange =
  (added: readonly string[], removed: readonly string[]): ChangeOf =>
  ({ tags }) => {
    const add = added.filter((tag) => !tags.includes(tag));
    const remove = removed.filter((tag) => tags.includes(tag));
    if (add.length + remove.length === 0) return null;
    return [{ tags: { add, remove } }, { tags: { add: remove, remove: add } }];
  };
