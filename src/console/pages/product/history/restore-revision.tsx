import { Alert, Button, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import {
  attributeFromPath,
  type ChangeLabels,
  formatChange,
  valuePathKey,
  valuePathLabel,
} from '../../../catalogue/changes/format-change.ts';
import { withLabels } from '../../../i18n/labels.ts';
import { t } from '../../../i18n/translate.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { QueryResult } from '../../../ui/messages/states.tsx';
import { useUndoableSave } from '../panels/use-undoable-save.ts';
import { compareWithVersion, restoreVersion } from './history-documents.ts';
import { withLiveCheck } from './live-check.ts';

interface Props {
  readonly sku: string;
  readonly version: number;
  readonly names: ChangeLabels;
}

/** Shows the button of a version that gives the product its state, or some of its values. */
export function RestoreRevision({
  children,
  ...props
}: Props & {
  /** Label of the button, if it is for another version than that of its entry. */
  readonly children?: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const { version } = props;
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setIsOpen(true)}>
        {children ?? t('Restore version {version}', { version })}
      </Button>
      <Dialog
        title={isOpen ? t('Restore version {version}', { version }) : null}
        onClose={() => setIsOpen(false)}
      >
        <RestoreDialog {...props} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

/** Time later than all changes. */
const FAR_FUTURE = '9999';

/**
 * Shows the difference between the product and the version, by a dry run, and the button that restores what is chosen.
 */
function RestoreDialog({ sku, version, names, onClose }: Props & { readonly onClose: () => void }) {
  const dryRun = useQuery({
    queryKey: ['restore', sku, version],
    queryFn: ({ signal }) => compareWithVersion(sku, version, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const navigate = useNavigate();
  const save = useUndoableSave();
  const changes = dryRun.data?.changes ?? [];
  const selectedCells = changes.filter((cell) => !left.has(valuePathKey(cell)));
  const run = async () => {
    const cells = selectedCells.map(({ path, channel, locale }) => ({ path, channel, locale }));
    const { requestId, restored } = await restoreVersion(sku, version, left.size === 0 ? null : cells);
    onClose();
    // The SKU is restored, too.
    if (restored.ref !== sku) await navigate({ to: '/products/$sku', params: { sku: restored.ref } });
    return requestId;
  };
  return (
    <QueryResult query={dryRun} what={t('the difference')}>
      {({ notRestored }) => (
        <Stack>
          {changes.length === 0 ? (
            <Text size="sm">{t('The product is as it was in this version.')}</Text>
          ) : (
            <DataTable
              label={t('Difference')}
              rows={changes}
              keyOf={valuePathKey}
              columns={[
                {
                  title: t('Field'),
                  isHeader: true,
                  cell: (cell) => (
                    <Checkbox
                      label={valuePathLabel(cell, names)}
                      checked={!left.has(valuePathKey(cell))}
                      onChange={({ currentTarget }) => {
                        const next = new Set(left);
                        if (currentTarget.checked) next.delete(valuePathKey(cell));
                        else next.add(valuePathKey(cell));
                        setLeft(next);
                      }}
                    />
                  ),
                },
                { title: t('Now'), cell: (cell) => formatChange(cell, names, FAR_FUTURE).before },
                {
                  title: t('Version {version}', { version }),
                  cell: (cell) => formatChange(cell, names, FAR_FUTURE).after,
                },
              ]}
            />
          )}
          {notRestored.length === 0 ? null : (
            <Alert data-tone="warn" title={t('Cannot be restored')}>
              <List size="sm">
                {notRestored.map((conflict) => (
                  <List.Item key={`${valuePathKey(conflict)} ${conflict.message}`}>
                    {valuePathLabel(conflict, names)}:{' '}
                    {withLabels({ ...conflict, attribute: attributeFromPath(conflict.path) })}
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
              <Button
                loading={save.isPending}
                disabled={selectedCells.length === 0}
                onClick={() =>
                  save.mutate(withLiveCheck(sku, run, t('Version {version} restored.', { version })))
                }
              >
                {t('Restore')}
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </QueryResult>
  );
}
