import { Code, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PagedList } from '../../api/use-list.ts';
import { meQuery } from '../../api/workspace.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { ListTable } from '../../ui/list.tsx';
import { EmptyState } from '../../ui/messages/states.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { Token } from './token-documents.ts';

/** All tokens with their scopes and last use. */
export function TokenTable(props: {
  readonly list: PagedList<Token>;
  readonly onRotate: (token: Token) => void;
  readonly onRevoke: (token: Token) => void;
}) {
  const me = useQuery(meQuery).data?.user?.id;
  return (
    <ListTable
      list={props.list}
      what="tokens"
      keyOf={({ id }) => id}
      empty={<EmptyState title="No tokens yet">Create one for each program that uses the API.</EmptyState>}
      columns={[
        { title: 'Name', cell: (token) => <Name token={token} /> },
        { title: 'Scopes', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
        { title: 'Last used', cell: ({ lastUsedAt }) => <DateTime at={lastUsedAt} otherwise="Never" /> },
        { title: 'Expires', cell: ({ expiresAt }) => <DateTime at={expiresAt} otherwise="Never" /> },
        { title: 'Status', cell: (token) => <StatusBadge state={stateOf(token)} /> },
        {
          title: 'Actions',
          cell: (token) =>
            stateOf(token) === 'Revoked' ? null : (
              <Group gap="xs" wrap="nowrap">
                {/* Only the user of a token can get its new secret. */}
                {token.user?.id === me ? (
                  <RowAction verb="Rotate" about={token.name} onClick={() => props.onRotate(token)} />
                ) : null}
                <RowAction verb="Revoke" about={token.name} onClick={() => props.onRevoke(token)} />
              </Group>
            ),
        },
      ]}
    />
  );
}

function Name({ token }: { readonly token: Token }) {
  return (
    <>
      <Text size="sm" fw={600}>
        {token.name}
      </Text>
      <Text size="xs">
        <Code>{token.prefix}</Code> {token.user === null ? null : `for ${token.user.name}`}
      </Text>
    </>
  );
}

/** The scopes; all of them in short form. */
function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  return scopes.length === 12 ? (
    <Text size="sm">All scopes</Text>
  ) : (
    <Text size="sm" miw={160}>
      {scopes.join(', ')}
    </Text>
  );
}

function stateOf({ revokedAt, expiresAt }: Token): 'Active' | 'Expired' | 'Revoked' {
  if (revokedAt !== null) return 'Revoked';
  return expiresAt !== null && new Date(expiresAt) < new Date() ? 'Expired' : 'Active';
}
