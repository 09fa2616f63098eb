import { loadScript } from '../../../api/load-script.ts';
import { t } from '../../../i18n/translate.ts';
import type { ChangeOf } from '../save/media-changes.ts';
import { useFileChange } from '../save/use-file-change.ts';
import type { FileSelection } from './use-file-selection.ts';

/** Loads what only a change needs. */
const loadSaving = () => loadScript(() => import('../save/media-changes.ts'));

/** Returns the actions on the selected files; each is saved at once, with undo. */
export function useSelectionActions(selection: FileSelection, onDeleted: (codes: readonly string[]) => void) {
  const { act, ...state } = useFileChange();
  const codes = [...selection.codes];
  const change = (changeOf: ChangeOf) =>
    act({
      total: codes.length,
      run: async (onDone) => (await loadSaving()).changeFiles(codes, changeOf, onDone),
      done: (count) => t('{count, plural, one {# file} other {# files}} changed.', { count }),
    });
  return {
    ...state,
    changeTags: (added: readonly string[], removed: readonly string[]) => change(tagChange(added, removed)),
    setVisibility: (visibility: 'PUBLIC' | 'PRIVATE') =>
      change((file) =>
        file.visibility === visibility ? null : [{ visibility }, { visibility: file.visibility }],
      ),
    deleteSelected: () =>
      act({
        total: codes.length,
        run: async (onDone) => {
          const { deleteFiles } = await loadSaving();
          return deleteFiles(
            codes.map((code) => ({ ref: code, code })),
            onDone,
          );
        },
        done: (count) => t('{count, plural, one {# file} other {# files}} deleted.', { count }),
        onSaved: (saved) => {
          // Others may have deleted some meanwhile.
          const missing = saved.rejections.filter(({ problem }) => problem === 'not-found');
          selection.remove([...saved.codes, ...missing.map(({ code }) => code)]);
          onDeleted(saved.codes);
        },
      }),
  };
}

export type SelectionActions = ReturnType<typeof useSelectionActions>;

/** Adds tags and removes others; the inverse leaves the tags that a file had, and those that it lacked. */
const tagChange =
  (added: readonly string[], removed: readonly string[]): ChangeOf =>
  ({ tags }) => {
    const add = added.filter((tag) => !tags.includes(tag));
    const remove = removed.filter((tag) => tags.includes(tag));
    if (add.length + remove.length === 0) return null;
    return [{ tags: { add, remove } }, { tags: { add: remove, remove: add } }];
  };
