import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { useList } from '../../../api/use-list.ts';
import { t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { forAdministrators } from '../../../ui/layout/restricted-page.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { confirmAction } from '../../../ui/messages/confirm.tsx';
import { OneTimeSecret } from '../../../ui/messages/one-time-secret.tsx';
import { Page } from '../../../ui/page.tsx';
import { useMutationWithToast } from '../../../ui/use-mutation-with-toast.ts';
import { RotateForm } from '../rotate-form.tsx';
import { REVOKE_TOKEN, ROTATE_TOKEN, TOKENS, type Token } from './token-documents.ts';
import { TokenTable } from './token-table.tsx';

const CreateToken = lazyComponent(async () => (await import('./create-token.tsx')).CreateToken);

const KEY = ['tokens'];

async function rotateToken({ id }: Token, overlapSeconds: number) {
  const payload = await request(ROTATE_TOKEN, { id, overlapSeconds });
  const { accessToken, token } = unwrapPayload(payload.rotateAccessToken);
  return { name: accessToken.name, token };
}

/** The content of the dialog. */
type TokenDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'rotate'; readonly token: Token }
  | { readonly kind: 'secret'; readonly name: string; readonly secret: string };

/** Lists API tokens, which can be created, rotated and revoked. */
function TokensContent() {
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<TokenDialog | null>(null);
  const list = useList(KEY, async (after, signal) => (await request(TOKENS, { after }, signal)).accessTokens);
  const revoking = useMutationWithToast(
    async ({ id }: Token) => unwrapPayload((await request(REVOKE_TOKEN, { id })).revokeAccessToken),
    [KEY],
    ({ accessToken }) => t('{name} revoked.', { name: accessToken.name }),
  );
  const close = () => setDialog(null);
  const showSecret = ({ name, token }: { readonly name: string; readonly token: string }) => {
    setDialog({ kind: 'secret', name, secret: token });
    void queryClient.invalidateQueries({ queryKey: KEY });
  };
  const confirmRevoking = (token: Token) =>
    confirmAction({
      title: t('Revoke {name}?', { name: token.name }),
      text: t('Programs that use this token lose access within a second. This cannot be undone.'),
      verb: t('Revoke'),
      onConfirm: () => revoking.mutate(token),
    });
  return (
    <Page
      title={t('API tokens')}
      intro={t(
        'Tokens give programs access to this organization through GraphQL, REST and MCP. Scopes limit what a token can do.',
      )}
      actions={<Button onClick={() => setDialog({ kind: 'create' })}>{t('Create token')}</Button>}
    >
      <TokenTable
        list={list}
        onRotate={(token) => setDialog({ kind: 'rotate', token })}
        onRevoke={confirmRevoking}
      />
      <Dialog title={dialog === null ? null : dialogTitle(dialog)} onClose={close}>
        {dialog?.kind === 'create' ? <CreateToken onCreated={showSecret} onCancel={close} /> : null}
        {dialog?.kind === 'rotate' ? (
          <RotateForm
            text={t(
              'This creates a new secret for {name}, with the same scopes and expiry date. Update the program before the old secret expires.',
              { name: dialog.token.name },
            )}
            rotate={(overlapSeconds) => rotateToken(dialog.token, overlapSeconds)}
            onRotated={showSecret}
            onCancel={close}
          />
        ) : null}
        {dialog?.kind === 'secret' ? (
          <OneTimeSecret label={t('Token')} secret={dialog.secret}>
            {t('The token is shown only once. Catalograph stores only a hash of it.')}
          </OneTimeSecret>
        ) : null}
      </Dialog>
    </Page>
  );
}

function dialogTitle(dialog: TokenDialog): string {
  if (dialog.kind === 'create') return t('New token');
  return dialog.kind === 'rotate'
    ? t('Rotate {name}', { name: dialog.token.name })
    : t('Secret of {name}', { name: dialog.name });
}

export const TokensPage = forAdministrators(t('API tokens'), TokensContent);
