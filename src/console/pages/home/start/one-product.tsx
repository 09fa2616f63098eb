import { Button, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { workspaceQuery } from '../../../api/workspace.ts';
import { revertRequest } from '../../../catalogue/undo/revert-request.ts';
import { useUndo } from '../../../catalogue/undo/use-undo.ts';
import { t } from '../../../i18n/translate.ts';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import { ErrorAlert } from '../../../ui/messages/states.tsx';
import { applyTemplate, templateInput } from './start-documents.ts';
import type { TargetInput } from './target-fields.tsx';

/** Begins with one product: creates the general model without samples, and opens the form of the first product. */
export function OneProduct(props: {
  /** Channel to create; null where there is one. */
  readonly target: TargetInput | null;
  readonly isDisabled: boolean;
}) {
  const { target, isDisabled } = props;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  const creating = useMutation({
    mutationFn: async () => {
      const requestId = await applyTemplate(templateInput('GENERAL', false, target));
      notifySuccess(
        t('The model is set up.'),
        undoable(() => revertRequest(requestId ?? '')),
      );
      // The page of products needs the new channel.
      await queryClient.invalidateQueries({ queryKey: workspaceQuery.queryKey });
      await navigate({ to: '/products', search: { create: true } });
      await queryClient.invalidateQueries();
    },
  });
  return (
    <>
      {creating.error === null ? null : <ErrorAlert error={creating.error} />}
      <div className="start-way">
        <div>
          <Title order={3}>{t('One product')}</Title>
          <Text c="dimmed">
            {t('A small model with name, description, image and price; then you enter your first product.')}
          </Text>
        </div>
        <Button
          variant="default"
          disabled={isDisabled}
          loading={creating.isPending}
          onClick={() => creating.mutate()}
        >
          {t('Enter a product by hand')}
        </Button>
      </div>
    </>
  );
}
