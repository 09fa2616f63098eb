import { Box, Button, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrapPayload } from '../../../../api/problem.ts';
import { request } from '../../../../api/request.ts';
import {
  isKeyValid,
  KEYS_QUERY_KEY,
  keysQuery,
  REVOKE_KEY,
  ROTATE_KEY,
  type StorefrontKey,
} from '../../../../catalogue/storefronts/key-documents.ts';
import { t } from '../../../../i18n/translate.ts';
import { Code } from '../../../../ui/code.tsx';
import { DataTable } from '../../../../ui/data-table.tsx';
import { DateTime } from '../../../../ui/date-time.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { confirmAction } from '../../../../ui/messages/confirm.tsx';
import { OneTimeSecret } from '../../../../ui/messages/one-time-secret.tsx';
import { EmptyState, QueryResult } from '../../../../ui/messages/states.tsx';
import { RowAction } from '../../../../ui/row-action.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { useMutationWithToast } from '../../../../ui/use-mutation-with-toast.ts';
import { RotateForm } from '../../rotate-form.tsx';
import type { SectionProps } from '../storefront-draft.ts';
import { CreateKey } from './create-key.tsx';
import { RequestSnippets } from './request-snippets.tsx';

/** The content of the dialog. */
type KeyDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'rotate'; readonly name: string; readonly id: string }
  | { readonly kind: 'use'; readonly name: string; readonly key: string };

async function rotateKey(id: string, overlapSeconds: number) {
  const payload = await request(ROTATE_KEY, { id, overlapSeconds });
  const { key, storefrontKey } = unwrapPayload(payload.rotateStorefrontKey);
  return { name: storefrontKey.name, key };
}

/** Shows the keys of a storefront: create, use, rotate, revoke. */
export function KeysSection({ storefront }: SectionProps) {
  const keys = useQuery(keysQuery);
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<KeyDialog | null>(null);
  const close = () => setDialog(null);
  const showKey = (created: { readonly name: string; readonly key: string }) => {
    setDialog({ kind: 'use', ...created });
    void queryClient.invalidateQueries({ queryKey: KEYS_QUERY_KEY });
  };
  const revoking = useMutationWithToast(
    async ({ id }: StorefrontKey) => unwrapPayload((await request(REVOKE_KEY, { id })).revokeStorefrontKey),
    [KEYS_QUERY_KEY],
    ({ storefrontKey }) => t('{name} revoked.', { name: storefrontKey.name }),
  );
  const confirmRevoking = (key: StorefrontKey) =>
    confirmAction({
      title: t('Revoke {name}?', { name: key.name }),
      text: t(
        'Storefronts that use this key get errors within a second; caches in front of them answer for some minutes more. This cannot be undone.',
      ),
      verb: t('Revoke'),
      onConfirm: () => revoking.mutate(key),
    });
  const button = <Button onClick={() => setDialog({ kind: 'create' })}>{t('Create key')}</Button>;
  return (
    <>
      <QueryResult query={keys} what={t('keys')}>
        {(all) => {
          const own = all.filter((key) => key.storefront === storefront.code);
          return own.length === 0 ? (
            <EmptyState title={t('No keys yet')} area="connections">
              {t('Create a publishable key for a browser, or a secret one for a server.')}
              <Box component="span" display="block" mt="md">
                {button}
              </Box>
            </EmptyState>
          ) : (
            <>
              <DataTable
                label={t('keys')}
                rows={own}
                keyOf={({ id }) => id}
                columns={[
                  { title: t('Name'), cell: ({ name }) => <strong>{name}</strong> },
                  {
                    title: t('Key'),
                    cell: ({ key, prefix }) => (key === null ? <code>{prefix}</code> : <Code>{key}</Code>),
                  },
                  {
                    title: t('Kind'),
                    cell: ({ kind }) => (kind === 'SECRET' ? t('Secret') : t('Publishable')),
                  },
                  {
                    title: t('Last used'),
                    cell: ({ lastUsedAt }) => <DateTime at={lastUsedAt} otherwise={t('Never')} />,
                  },
                  {
                    title: t('Status'),
                    cell: (key) => <StatusBadge state={isKeyValid(key) ? 'ACTIVE' : 'REVOKED'} />,
                  },
                  {
                    title: t('Actions'),
                    isActions: true,
                    cell: (key) => (
                      <>
                        {key.key === null || !isKeyValid(key) ? null : (
                          <RowAction
                            verb={t('Use')}
                            about={key.name}
                            onClick={() => setDialog({ kind: 'use', name: key.name, key: key.key ?? '' })}
                          />
                        )}
                        {key.revokedAt === null ? (
                          <RowAction
                            verb={t('Rotate')}
                            about={key.name}
                            onClick={() => setDialog({ kind: 'rotate', name: key.name, id: key.id })}
                          />
                        ) : null}
                        {isKeyValid(key) ? (
                          <RowAction
                            verb={t('Revoke')}
                            about={key.name}
                            onClick={() => confirmRevoking(key)}
                          />
                        ) : null}
                      </>
                    ),
                  },
                ]}
              />
              <Box mt="md">{button}</Box>
            </>
          );
        }}
      </QueryResult>
      <Dialog
        title={dialog === null ? null : dialog.kind === 'create' ? t('New key') : dialog.name}
        onClose={close}
      >
        {dialog?.kind === 'create' ? (
          <CreateKey storefront={storefront.code} onCancel={close} onCreated={showKey} />
        ) : null}
        {dialog?.kind === 'rotate' ? (
          <RotateForm
            text={t('This creates a new key for {name}. Update the storefront before the old key expires.', {
              name: dialog.name,
            })}
            rotate={(overlapSeconds) => rotateKey(dialog.id, overlapSeconds)}
            onRotated={showKey}
            onCancel={close}
          />
        ) : null}
        {dialog?.kind === 'use' ? <UseKey apiKey={dialog.key} /> : null}
      </Dialog>
    </>
  );
}

function UseKey({ apiKey }: { readonly apiKey: string }) {
  return (
    <Stack>
      {apiKey.startsWith('sk_') ? (
        <OneTimeSecret label={t('Key')} secret={apiKey}>
          {t('The key is shown only once. Catalograph stores only a hash of it.')}
        </OneTimeSecret>
      ) : (
        <Text>
          {t('The key can be part of the source of a page: it reads live products and exposed data only.')}
        </Text>
      )}
      <RequestSnippets apiKey={apiKey} />
    </Stack>
  );
}
