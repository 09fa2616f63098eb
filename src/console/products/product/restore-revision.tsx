import { Alert, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { t } from '../../language/t.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { RowTable } from '../../ui/list.tsx';
import { notifyError, notifySuccess } from '../../ui/messages/notifications.ts';
import { QueryResult } from '../../ui/messages/states.tsx';
import { RESTORE_REVISION } from './product-documents.ts';
import { placeOf, short } from './short-value.ts';

interface Props {
  readonly sku: string;
  readonly version: number;
}

/** The button of a revision that gives the product the state of that version. */
export function RestoreRevision({ sku, version }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('Restore version {version}', { version })}
        onClick={() => setIsOpen(true)}
      >
        {t('Restore')}
      </Button>
      <Dialog
        title={isOpen ? t('Restore version {version}', { version }) : null}
        onClose={() => setIsOpen(false)}
      >
        <RestoreDialog sku={sku} version={version} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

const restore = async (ref: string, version: number, dryRun: boolean, signal?: AbortSignal) =>
  settled((await request(RESTORE_REVISION, { ref, version, dryRun }, signal)).restoreProductRevision);

/** The difference between the product and the version, by a dry run, and the button that restores it. */
function RestoreDialog({ sku, version, onClose }: Props & { readonly onClose: () => void }) {
  const dryRun = useQuery({
    queryKey: ['restore', sku, version],
    queryFn: ({ signal }) => restore(sku, version, true, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const [isBusy, setIsBusy] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const run = async () => {
    setIsBusy(true);
    try {
      const restored = await restore(sku, version, false);
      onClose();
      notifySuccess(t('Version {version} restored.', { version }));
      await queryClient.invalidateQueries();
      // The SKU is part of what is restored.
      if (restored.ref !== sku) await navigate({ to: '/products/$sku', params: { sku: restored.ref } });
    } catch (error) {
      notifyError(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <QueryResult query={dryRun} what={t('the difference')}>
      {({ changes, notRestored }) => (
        <Stack>
          {changes.length === 0 ? (
            <Text>{t('The product has the values of this version already.')}</Text>
          ) : (
            <RowTable
              label={t('Difference')}
              rows={changes}
              keyOf={(change) => placeOf(change)}
              columns={[
                { title: t('Field'), cell: (change) => placeOf(change), isHeader: true },
                { title: t('Now'), cell: ({ old }) => <Code>{short(old)}</Code> },
                {
                  title: t('Version {version}', { version }),
                  cell: ({ new: then }) => <Code>{short(then)}</Code>,
                },
              ]}
            />
          )}
          {notRestored.length === 0 ? null : (
            <Alert data-tone="warn" title={t('Cannot be restored')}>
              <List size="sm">
                {notRestored.map((conflict) => (
                  <List.Item key={`${placeOf(conflict)} ${conflict.message}`}>
                    {placeOf(conflict)}: {conflict.message}
                  </List.Item>
                ))}
              </List>
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {changes.length === 0 ? t('Close') : t('Cancel')}
            </Button>
            {changes.length === 0 ? null : (
              <Button loading={isBusy} onClick={() => void run()}>
                {t('Restore')}
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </QueryResult>
  );
}
