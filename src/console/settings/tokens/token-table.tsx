import { Code, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/me.ts';
import type { GrowingList } from '../../api/use-list.ts';
import { ListTable } from '../../shell/list.tsx';
import { Moment } from '../../shell/moment.tsx';
import { RowAction } from '../../shell/row-action.tsx';
import { StateBadge } from '../../shell/state-badge.tsx';
import { EmptyNote } from '../../shell/states.tsx';
import type { Token } from './token-documents.ts';

/** All tokens with what they may do and when they were used. */
export function TokenTable(props: {
  readonly list: GrowingList<Token>;
  readonly onRotate: (token: Token) => void;
  readonly onRevoke: (token: Token) => void;
}) {
  const me = useQuery(meQuery).data?.user?.id;
  return (
    <ListTable
      list={props.list}
      what="tokens"
      keyOf={({ id }) => id}
      empty={
        <EmptyNote title="No tokens yet">Make one for each program that works with the catalogue.</EmptyNote>
      }
      columns={[
        { title: 'Name', cell: (token) => <Name token={token} /> },
        { title: 'May', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
        { title: 'Last used', cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} otherwise="Never" /> },
        { title: 'Ends', cell: ({ expiresAt }) => <Moment at={expiresAt} otherwise="Never" /> },
        { title: 'State', cell: (token) => <StateBadge state={stateOf(token)} /> },
        {
          title: 'Actions',
          cell: (token) =>
            stateOf(token) === 'Revoked' ? null : (
              <Group gap="xs" wrap="nowrap">
                {/* The new secret acts for the token's person, so nobody else gets it. */}
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

/** The short form of the scopes, in full for who points at it. */
function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  return scopes.length === 12 ? (
    <Text size="sm">Everything</Text>
  ) : (
    <Text size="sm" miw={160}>
      {scopes.join(', ')}
    </Text>
  );
}

function stateOf({ revokedAt, expiresAt }: Token): 'Active' | 'Ended' | 'Revoked' {
  if (revokedAt !== null) return 'Revoked';
  return expiresAt !== null && new Date(expiresAt) < new Date() ? 'Ended' : 'Active';
}
