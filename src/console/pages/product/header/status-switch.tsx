import { Box } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { STATUSES, type Status } from '../../../catalogue/values/statuses.ts';
import { t, tCode } from '../../../language/t.ts';
import { ChevronDownIcon } from '../../../ui/icons.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Menu, MenuChoice } from '../../../ui/menu.tsx';
import { notifyError } from '../../../ui/messages/notifications.ts';
import { showToast } from '../../../ui/messages/toasts.tsx';
import { StatusBadge, titled } from '../../../ui/status-badge.tsx';
import { PublishFamily } from '../live/family-parts.tsx';
import { usePanel } from '../panels/panels.ts';
import { useSaveAtOnce } from '../panels/save-at-once.ts';
import { findRefusal, setStatus } from './set-status.ts';

const PublishOutlook = lazyPart(
  async () => (await import('../live/publish-outlook.tsx')).PublishOutlook,
  null,
);

/** Shows the status of a product and changes it; a rejection opens the reasons. Ctrl-Enter publishes. */
export function StatusSwitch(props: {
  readonly sku: string;
  readonly status: Status;
  readonly isModel: boolean;
}) {
  const { sku, status, isModel } = props;
  const { open } = usePanel();
  const save = useSaveAtOnce();
  const [isWanted, setIsWanted] = useState(false);
  const choosing = useMutation({
    mutationFn: async (next: Status) => {
      const refusal = await findRefusal(sku, next);
      if (refusal === null)
        return save.mutateAsync({
          run: () => setStatus(sku, next),
          done: t('Status: {status}.', { status: tCode(titled(next)) }),
        });
      showToast({ tone: 'error', title: t('The status was not changed'), message: refusal });
      if (next === 'PUBLISHED') open('live');
      return null;
    },
    onError: notifyError,
  });
  const { mutate, isPending } = choosing;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isPublish = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!isPublish || event.defaultPrevented || isPending || status === 'PUBLISHED') return;
      event.preventDefault();
      mutate('PUBLISHED');
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [mutate, isPending, status]);
  return (
    <Menu
      label={t('Status: {status}', { status: tCode(titled(status)) })}
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
        <MenuChoice
          key={one}
          isChosen={one === status}
          onClick={() => {
            if (one !== status) mutate(one);
          }}
        >
          {one === 'PUBLISHED' && status !== one && isWanted ? (
            <Box component="span" maw={260}>
              <StatusBadge state={one} />
              <PublishOutlook sku={sku} />
            </Box>
          ) : (
            <StatusBadge state={one} />
          )}
        </MenuChoice>
      ))}
      {isModel && isWanted ? <PublishFamily sku={sku} /> : null}
    </Menu>
  );
}
