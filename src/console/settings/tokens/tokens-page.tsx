import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { confirmFirst } from '../../shell/confirm.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { Page } from '../../shell/page.tsx';
import { SecretOnce } from '../../shell/secret-once.tsx';
import { useChange } from '../../shell/use-change.ts';
import { CreateToken } from './create-token.tsx';
import { RotateToken } from './rotate-token.tsx';
import { REVOKE_TOKEN, TOKENS, type Token } from './token-documents.ts';
import { TokenTable } from './token-table.tsx';

const KEY = ['tokens'];

/** What stands in the dialog; null when it is closed. */
type Shown =
  | { readonly kind: 'create' }
  | { readonly kind: 'rotate'; readonly token: Token }
  | { readonly kind: 'secret'; readonly name: string; readonly secret: string };

/** API tokens: make, rotate, revoke. */
export function TokensPage() {
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<Shown | null>(null);
  const list = useList(KEY, async (after, signal) => (await request(TOKENS, { after }, signal)).accessTokens);
  const revoking = useChange(
    async ({ id }: Token) => settled((await request(REVOKE_TOKEN, { id })).revokeAccessToken),
    [KEY],
    ({ accessToken }) => `${accessToken.name} is revoked.`,
  );
  const close = () => setDialog(null);
  const showSecret = ({ name, token }: { readonly name: string; readonly token: string }) => {
    setDialog({ kind: 'secret', name, secret: token });
    void queryClient.invalidateQueries({ queryKey: KEY });
  };
  const confirmRevoking = (token: Token) =>
    confirmFirst({
      title: `Revoke ${token.name}?`,
      words: 'Programs that use it are refused within a second. This cannot be undone.',
      verb: 'Revoke',
      onConfirm: () => revoking.mutate(token),
    });
  return (
    <Page
      title="API tokens"
      intro="A token lets a program work with this organization by GraphQL, REST or MCP, as far as its scopes allow."
      actions={<Button onClick={() => setDialog({ kind: 'create' })}>New token</Button>}
    >
      <TokenTable
        list={list}
        onRotate={(token) => setDialog({ kind: 'rotate', token })}
        onRevoke={confirmRevoking}
      />
      <Dialog title={dialog === null ? null : titleOf(dialog)} onClose={close}>
        {dialog?.kind === 'create' ? <CreateToken onCreated={showSecret} onCancel={close} /> : null}
        {dialog?.kind === 'rotate' ? (
          <RotateToken token={dialog.token} onRotated={showSecret} onCancel={close} />
        ) : null}
        {dialog?.kind === 'secret' ? (
          <SecretOnce label="Token" secret={dialog.secret}>
            The token is shown only once. Catalograph keeps a hash of it, which nobody can read back.
          </SecretOnce>
        ) : null}
      </Dialog>
    </Page>
  );
}

function titleOf(dialog: Shown): string {
  if (dialog.kind === 'create') return 'New token';
  return dialog.kind === 'rotate' ? `Rotate ${dialog.token.name}` : `The secret of ${dialog.name}`;
}
