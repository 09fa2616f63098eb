import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { t } from '../../language/t.ts';
import { MoreIcon } from '../../ui/icons.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { confirmFirst } from '../../ui/messages/confirm.tsx';
import { notifyError, notifySuccess } from '../../ui/messages/notifications.ts';
import { CHANGED_BY_DELETION, deleteProduct, restoreProduct } from './trash-documents.ts';

/** What can be done with a product as a whole. */
export function ProductMenu(props: { readonly id: string; readonly sku: string; readonly isModel: boolean }) {
  const { id, sku, isModel } = props;
  const router = useRouter();
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all(CHANGED_BY_DELETION.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const restore = async () => {
    await restoreProduct(id).then(
      () => router.navigate({ to: '/products/$sku', params: { sku } }),
      notifyError,
    );
    await refresh();
  };
  const remove = async () => {
    try {
      await deleteProduct(id, isModel);
    } catch (error) {
      notifyError(error);
      return;
    }
    await router.navigate({ to: '/products' });
    await refresh();
    notifySuccess(t('{name} deleted.', { name: sku }), { label: t('Undo'), run: () => void restore() });
  };
  return (
    <Menu label={t('Actions of {name}', { name: sku })} className="view-more" button={<MoreIcon />}>
      <MenuItem
        onClick={() =>
          confirmFirst({
            title: t('Delete {name}?', { name: sku }),
            text: isModel
              ? t(
                  'The model and all its variants are deleted. They can be restored from the trash for 30 days.',
                )
              : t('The product can be restored from the trash for 30 days.'),
            verb: t('Delete'),
            onConfirm: () => void remove(),
          })
        }
      >
        {t('Delete')}
      </MenuItem>
    </Menu>
  );
}
