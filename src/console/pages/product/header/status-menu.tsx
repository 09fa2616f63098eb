import { Box } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { STATUSES, type Status } from '../../../catalogue/values/statuses.ts';
import { t, translateLabel } from '../../../i18n/translate.ts';
import { ChevronDownIcon } from '../../../ui/icons.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Menu, MenuRadioItem } from '../../../ui/menu.tsx';
import { notifyError } from '../../../ui/messages/notifications.ts';
import { showToast } from '../../../ui/messages/toasts.tsx';
import { StatusBadge, titled } from '../../../ui/status-badge.tsx';
import { isDialogOpen } from '../../../ui/use-page-shortcuts.ts';
import { PublishVariantsOption } from '../live/lazy-family-visibility.tsx';
import { usePanel } from '../panels/panels.ts';
import { useUndoableSave } from '../panels/use-undoable-save.ts';
import { checkStatusChange, setStatus } from './set-status.ts';

const PublishWarningList = lazyComponent(
  async () => (await import('../live/publish-warning-list.tsx')).PublishWarningList,
  null,
);

/** Shows the status of a product and changes it; a rejection opens the reasons. Ctrl-Enter publishes. */
export function StatusMenu(props: {
  readonly sku: string;
  readonly status: Status;
  readonly isModel: boolean;
}) {
  const { sku, status, isModel } = props;
  const { open } = usePanel();
  const save = useUndoableSave();
  const [isWanted, setIsWanted] = useState(false);
  const choosing = useMutation({
    mutationFn: async (next: Status) => {
      const rejection = await checkStatusChange(sku, next);
      if (rejection === null)
        return save.mutateAsync({
          run: () => setStatus(sku, next),
          done: t('Status: {status}.', { status: translateLabel(titled(next)) }),
        });
      showToast({ tone: 'error', title: t('The status was not changed'), message: rejection });
      if (next === 'PUBLISHED') open('live');
      return null;
    },
    onError: notifyError,
  });
  const { mutate, isPending } = choosing;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isPublish = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!isPublish || event.defaultPrevented || isDialogOpen()) return;
      if (isPending || status === 'PUBLISHED') return;
      event.preventDefault();
      mutate('PUBLISHED');
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [mutate, isPending, status]);
  return (
    <Menu
      label={t('Status: {status}', { status: translateLabel(titled(status)) })}
      className="flat status-switch"
      onWanted={() => setIsWanted(true)}
      button={
        <>
          <StatusBadge state={status} />
          <ChevronDownIcon />
        </>
      }
    >
      {STATUSES.map((one) => (
        <MenuRadioItem
          key={one}
          isChosen={one === status}
          onClick={() => {
            if (one !== status) mutate(one);
          }}
        >
          {one === 'PUBLISHED' && status !== one && isWanted ? (
            <Box component="span" maw={260}>
              <StatusBadge state={one} />
              <PublishWarningList sku={sku} />
            </Box>
          ) : (
            <StatusBadge state={one} />
          )}
        </MenuRadioItem>
      ))}
      {isModel && isWanted ? <PublishVariantsOption sku={sku} /> : null}
    </Menu>
  );
}
