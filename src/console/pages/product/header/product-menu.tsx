import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { loadScript } from '../../../api/load-script.ts';
import { useViewScope } from '../../../api/view-scope.ts';
import {
  DELETION_QUERY_KEYS,
  deleteProduct,
  restoreProduct,
} from '../../../catalogue/actions/delete-product.ts';
import { idsFilter } from '../../../catalogue/actions/product-selection.ts';
import { type UndoOutcome, useUndo } from '../../../catalogue/undo/use-undo.ts';
import { t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { MoreIcon } from '../../../ui/icons.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { notifyError, notifySuccess } from '../../../ui/messages/notifications.ts';

const DuplicateForm = lazyComponent(
  async () => (await import('../../../catalogue/create/duplicate-form.tsx')).DuplicateForm,
);

/** Shows the actions on a product as a whole. */
export function ProductMenu(props: {
  readonly id: string;
  readonly sku: string;
  readonly isModel: boolean;
  readonly isVariant: boolean;
}) {
  const { id, sku, isModel, isVariant } = props;
  const { channel, locale } = useViewScope();
  const page = { channel: channel?.code ?? null, locale: locale?.code ?? null };
  const [isDuplicating, setIsDuplicating] = useState(false);
  const router = useRouter();
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  const refresh = () =>
    Promise.all(DELETION_QUERY_KEYS.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const restore = async (): Promise<UndoOutcome> => {
    await restoreProduct(id);
    await router.navigate({ to: '/products/$sku', params: { sku } });
    return { words: t('{name} restored.', { name: sku }), left: null, redo: remove };
  };
  const remove = async (): Promise<UndoOutcome> => {
    await deleteProduct(id, isModel);
    await router.navigate({ to: '/products' });
    await refresh();
    return { words: t('{name} deleted.', { name: sku }), left: null, redo: restore };
  };
  const removeNow = async () => {
    await remove();
    notifySuccess(t('{name} deleted.', { name: sku }), undoable(restore));
  };
  const ask = async () => {
    const { confirmDeletion } = await loadScript(
      () => import('../../../catalogue/actions/confirm-deletion.ts'),
    );
    await confirmDeletion(
      { filter: idsFilter(id), count: 1 },
      page,
      true,
      () => void removeNow().catch(notifyError),
    );
  };
  return (
    <>
      <Menu label={t('Actions of {name}', { name: sku })} className="icon-button" button={<MoreIcon />}>
        {isVariant ? null : <MenuItem onClick={() => setIsDuplicating(true)}>{t('Duplicate')}</MenuItem>}
        <MenuItem onClick={() => void ask().catch(notifyError)}>{t('Delete')}</MenuItem>
      </Menu>
      <Dialog
        title={isDuplicating ? t('Duplicate {name}', { name: sku }) : null}
        size="sm"
        onClose={() => setIsDuplicating(false)}
      >
        <DuplicateForm
          id={id}
          sku={sku}
          isModel={isModel}
          onDone={refresh}
          onClose={() => setIsDuplicating(false)}
        />
      </Dialog>
    </>
  );
}
