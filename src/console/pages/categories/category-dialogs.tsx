import { t } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import type { ChangedCategory } from './category-changes.ts';
import { CATEGORY_FORM } from './category-form.tsx';
import { nameOf, useCategoryChanges } from './use-category-changes.tsx';

// A dialog opens with its content, which gets the focus.
const CreateObject = lazyComponent(
  async () => (await import('../../catalogue/model/create-object.tsx')).CreateObject,
);
const DeleteForm = lazyComponent(async () => (await import('./delete-form.tsx')).DeleteForm);
const MoveForm = lazyComponent(async () => (await import('./move-form.tsx')).MoveForm);

/** Task of a dialog: it asks where categories go, whether they are deleted, or how a new one is called. */
export type CategoryTask =
  | { readonly kind: 'create'; readonly parent: string | null; readonly label: string | null }
  | { readonly kind: 'move' | 'delete'; readonly categories: readonly ChangedCategory[] };

/** Shows the dialog of a task. */
export function CategoryDialogs(props: {
  readonly task: CategoryTask | null;
  readonly onClose: () => void;
  readonly onCreated?: (code: string) => void;
  readonly onDeleted: (codes: readonly string[]) => void;
}) {
  const { task, onClose, onCreated, onDeleted } = props;
  const { move, dialog } = useCategoryChanges();
  return (
    <>
      <Dialog title={task && titleOf(task)} onClose={onClose}>
        {task === null ? null : task.kind === 'create' ? (
          <CreateObject
            page={{ ...CATEGORY_FORM, completeNew: () => ({ parent: task.parent }) }}
            codes={[]}
            search={{}}
            onCancel={onClose}
            onCreated={(code) => {
              onClose();
              onCreated?.(code);
            }}
          />
        ) : task.kind === 'move' ? (
          <MoveForm
            categories={task.categories}
            onPick={(parent) => {
              onClose();
              move(task.categories, { parent, before: null });
            }}
          />
        ) : (
          <DeleteForm
            categories={task.categories}
            onCancel={onClose}
            onDeleted={(codes) => {
              onClose();
              onDeleted(codes);
            }}
          />
        )}
      </Dialog>
      {dialog}
    </>
  );
}

function titleOf(task: CategoryTask): string {
  switch (task.kind) {
    case 'create':
      return task.label === null
        ? t('Create category')
        : t('Create category in {name}', { name: task.label });
    case 'move':
      return t('Move {name} to …', { name: nameOf(task.categories) });
    case 'delete':
      return t('Delete {name}', { name: nameOf(task.categories) });
  }
}
