import { useModelChange } from '../../catalogue/model/use-model-change.tsx';
import { t } from '../../i18n/translate.ts';
import type { Destination } from '../../ui/tree/tree-moves.ts';
import { type ChangedCategory, moveChanges } from './category-changes.ts';

/** Names one category by its label, and several by their number. */
export const nameOf = (categories: readonly { readonly label: string }[]): string =>
  categories.length === 1
    ? (categories[0]?.label ?? '')
    : t('{count, plural, one {# category} other {# categories}}', { count: categories.length });

/** Moves and renames categories, see {@link useModelChange}. */
export function useCategoryChanges() {
  const { save, isBusy, dialog } = useModelChange();
  return {
    isBusy,
    dialog,
    move: (categories: readonly ChangedCategory[], destination: Destination, onSaved?: () => void) => {
      const name = nameOf(categories);
      save(async () => ({
        input: await moveChanges(categories, destination),
        title: t('Move {name}', { name }),
        verb: t('Move'),
        message: t('{name} moved.', { name }),
        ...(onSaved === undefined ? {} : { onSaved }),
      }));
    },
    rename: ({ key, version }: ChangedCategory, locale: string, text: string) =>
      save({
        input: { categories: [{ code: key, ifVersion: version, labels: [{ locale, text: text || null }] }] },
        title: t('Rename {name}', { name: text || key }),
        verb: t('Rename'),
        message: t('{name} renamed.', { name: text || key }),
      }),
  };
}
