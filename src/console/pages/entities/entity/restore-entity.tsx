import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshEntities, restoreEntity } from '../../../catalogue/actions/restore-entity.ts';
import { t } from '../../../i18n/translate.ts';
import { notifyError, notifySuccess } from '../../../ui/messages/notifications.ts';

/** Restores an entity that was deleted within the last 30 days. */
export function RestoreEntity({ type, code }: { readonly type: string; readonly code: string }) {
  const queryClient = useQueryClient();
  const restoring = useMutation({
    mutationFn: () => restoreEntity(type, code),
    onError: notifyError,
    onSuccess: () => {
      notifySuccess(t('{name} restored.', { name: code }));
      return refreshEntities(queryClient);
    },
  });
  return (
    <>
      {t('It was deleted, or the code is incorrect. A deleted entity can be restored for 30 days.')}
      <Button
        variant="default"
        size="xs"
        mt="xs"
        display="block"
        mx="auto"
        loading={restoring.isPending}
        onClick={() => restoring.mutate()}
      >
        {t('Restore')}
      </Button>
    </>
  );
}
