import { useState } from 'react';
import { useConfigAddress } from '../../catalogue/model/use-config-address.ts';
import { t } from '../../i18n/translate.ts';
import { CategoriesIcon, DeleteIcon } from '../../ui/icons.ts';
import { CategoryDialogs, type CategoryTask } from './category-dialogs.tsx';
import type { Category } from './category-documents.ts';

/** Shows the buttons that move and delete the open category. */
export function CategoryActions({ item: { code, label, version } }: { readonly item: Category }) {
  const [task, setTask] = useState<CategoryTask | null>(null);
  const { open } = useConfigAddress('/categories/{-$code}');
  const categories = [{ key: code, label, version }];
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={t('Move {name} to …', { name: label })}
        onClick={() => setTask({ kind: 'move', categories })}
      >
        <CategoriesIcon />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={t('Delete {name}', { name: label })}
        onClick={() => setTask({ kind: 'delete', categories })}
      >
        <DeleteIcon />
      </button>
      <CategoryDialogs task={task} onClose={() => setTask(null)} onDeleted={() => open(null)} />
    </>
  );
}
