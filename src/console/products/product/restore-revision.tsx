import { Alert, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
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
        aria-label={`Restore version ${version}`}
        onClick={() => setIsOpen(true)}
      >
        Restore
      </Button>
      <Dialog title={isOpen ? `Restore version ${version}` : null} onClose={() => setIsOpen(false)}>
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
      notifySuccess(`Version ${version} restored.`);
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
    <QueryResult query={dryRun} what="the difference">
      {({ changes, notRestored }) => (
        <Stack>
          {changes.length === 0 ? (
            <Text>The product has the values of this version already.</Text>
          ) : (
            <RowTable
              label="Difference"
              rows={changes}
              keyOf={(change) => placeOf(change)}
              columns={[
                { title: 'Field', cell: (change) => placeOf(change), isHeader: true },
                { title: 'Now', cell: ({ old }) => <Code>{short(old)}</Code> },
                { title: `Version ${version}`, cell: ({ new: then }) => <Code>{short(then)}</Code> },
              ]}
            />
          )}
          {notRestored.length === 0 ? null : (
            <Alert data-tone="warn" title="Cannot be restored">
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
              {changes.length === 0 ? 'Close' : 'Cancel'}
            </Button>
            {changes.length === 0 ? null : (
              <Button loading={isBusy} onClick={() => void run()}>
                Restore
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </QueryResult>
  );
}
