import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { useViewScope } from '../../api/view-scope.ts';
import { ENTITIES_KEY, refreshEntities, restoreEntity } from '../../catalogue/actions/restore-entity.ts';
import { t } from '../../i18n/translate.ts';
import { Code } from '../../ui/code.tsx';
import { CodeLabel } from '../../ui/labels/code-label.tsx';
import { notifyError, notifySuccess } from '../../ui/messages/notifications.ts';
import { DELETED_ENTITIES, type DeletedEntity } from './trash-documents.ts';
import { TrashList } from './trash-list.tsx';

/** Shows the deleted entities that can be restored. */
export function DeletedEntities() {
  const { channel, locale } = useViewScope();
  const [search, setSearch] = useState('');
  const filter = {
    search: search === '' ? null : search,
    channel: channel?.code ?? null,
    locale: locale?.code ?? null,
  };
  const list = useList(
    [ENTITIES_KEY, 'deleted', filter],
    async (after, signal) => (await request(DELETED_ENTITIES, { after, ...filter }, signal)).deletedEntities,
    { keepsRows: true },
  );
  const queryClient = useQueryClient();
  const restoring = useMutation({
    mutationFn: (entities: readonly DeletedEntity[]) => restoreEntities(entities),
    onError: notifyError,
    onSettled: () => refreshEntities(queryClient),
  });
  return (
    <TrashList
      list={list}
      kind={t('deleted entities')}
      title={t('Entity')}
      searchLabel={t('Search by code or label')}
      search={search}
      notFound={t('No deleted entities found')}
      onSearch={setSearch}
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
      restore={(entities, onDone) => restoring.mutate(entities, { onSettled: onDone })}
      isBusy={(entity) => restoring.isPending && restoring.variables.includes(entity)}
      isPending={restoring.isPending}
    />
  );
}

/** Restores entities one after the other; the first that fails ends it, and those before it stay restored. */
async function restoreEntities(entities: readonly DeletedEntity[]): Promise<void> {
  let count = 0;
  try {
    for (const { id, entityType } of entities) {
      await restoreEntity(entityType.code, id);
      count += 1;
    }
  } finally {
    const [first] = entities;
    if (count === 1 && first !== undefined) notifySuccess(t('{name} restored.', { name: first.code }));
    else if (count > 1)
      notifySuccess(t('{count, plural, one {# entity} other {# entities}} restored.', { count }));
  }
}
