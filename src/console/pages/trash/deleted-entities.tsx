import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, isSignedOut } from '../../api/api-error.ts';
import { request } from '../../api/request.ts';
import { ENTITIES_KEY, refreshEntities, restoreEntity } from '../../catalogue/actions/restore-entity.ts';
import { t } from '../../i18n/translate.ts';
import { Code } from '../../ui/code.tsx';
import { CodeLabel } from '../../ui/labels/code-label.tsx';
import { notifyError, notifySuccess } from '../../ui/messages/notifications.ts';
import { DELETED_ENTITIES, type DeletedEntity } from './trash-documents.ts';
import { TrashList } from './trash-list.tsx';

/** Shows the deleted entities that can be restored. */
export function DeletedEntities() {
  const queryClient = useQueryClient();
  const restoring = useMutation({
    mutationFn: (entities: readonly DeletedEntity[]) => restoreEntities(entities),
    onError: notifyError,
    onSettled: () => refreshEntities(queryClient),
  });
  return (
    <TrashList
      queryKey={[ENTITIES_KEY, 'deleted']}
      load={async (variables, signal) => (await request(DELETED_ENTITIES, variables, signal)).deletedEntities}
      kind={t('deleted entities')}
      title={t('Entity')}
      searchLabel={t('Search by code or label')}
      notFound={t('No deleted entities found')}
      keyOf={({ code }) => code}
      nameCell={({ label, code, entityType }) => (
        <div>
          <Text size="sm" fw={600}>
            <CodeLabel label={label} />
          </Text>
          <Code>{code}</Code>
          <span className="quiet"> · {entityType.label}</span>
        </div>
      )}
      restore={restoring.mutate}
      isBusy={(entity) => restoring.isPending && restoring.variables.includes(entity)}
      isPending={restoring.isPending}
    />
  );
}

/**
 * Restores entities one after the other; those that cannot be restored stay in the trash.
 *
 * @throws the first error, after the others were tried; at once if the server cannot be reached
 */
async function restoreEntities(entities: readonly DeletedEntity[]): Promise<void> {
  const restored: DeletedEntity[] = [];
  const errors: unknown[] = [];
  for (const entity of entities) {
    try {
      await restoreEntity(entity.entityType.code, entity.id);
      restored.push(entity);
    } catch (error) {
      errors.push(error);
      if (!(error instanceof ApiError) || error.code === 'network' || isSignedOut(error)) break;
    }
  }
  const [first] = restored;
  if (restored.length === 1 && first !== undefined)
    notifySuccess(t('{name} restored.', { name: first.code }));
  else if (restored.length > 1)
    notifySuccess(
      t('{count, plural, one {# entity} other {# entities}} restored.', { count: restored.length }),
    );
  if (errors.length > 0) throw errors[0];
}
