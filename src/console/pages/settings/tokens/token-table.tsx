import { Code, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PagedList } from '../../../api/use-list.ts';
import { meQuery } from '../../../api/workspace.ts';
import { t } from '../../../i18n/translate.ts';
import { PagedTable } from '../../../ui/data-table.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { EmptyState } from '../../../ui/messages/states.tsx';
import { RowAction } from '../../../ui/row-action.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { Token } from './token-documents.ts';

/** Shows all tokens with their scopes and last use. */
export function TokenTable(props: {
  readonly list: PagedList<Token>;
  readonly onRotate: (token: Token) => void;
  readonly onRevoke: (token: Token) => void;
}) {
  const me = useQuery(meQuery).data?.user?.id;
  return (
    <PagedTable
      list={props.list}
      what={t('tokens')}
      keyOf={({ id }) => id}
      empty={
        <EmptyState title={t('No tokens yet')} area="connections">
          {t('Create one for each program that uses the API.')}
        </EmptyState>
      }
      columns={[
        { title: t('Name'), cell: (token) => <TokenName token={token} /> },
        { title: t('Scopes'), cell: ({ scopes }) => <Scopes scopes={scopes} /> },
        {
          title: t('Last used'),
          cell: ({ lastUsedAt }) => <DateTime at={lastUsedAt} otherwise={t('Never')} />,
        },
        { title: t('Expires'), cell: ({ expiresAt }) => <DateTime at={expiresAt} otherwise={t('Never')} /> },
        { title: t('Status'), cell: (token) => <StatusBadge state={tokenState(token)} /> },
        {
          title: t('Actions'),
          isActions: true,
          cell: (token) =>
            tokenState(token) === 'Revoked' ? null : (
              <Group gap="xs" wrap="nowrap">
                {/* Only the user of a token can get its new secret. */}
                {token.user?.id === me ? (
                  <RowAction verb={t('Rotate')} about={token.name} onClick={() => props.onRotate(token)} />
                ) : null}
                <RowAction verb={t('Revoke')} about={token.name} onClick={() => props.onRevoke(token)} />
              </Group>
            ),
        },
      ]}
    />
  );
}

function TokenName({ token }: { readonly token: Token }) {
  return (
    <>
      <Text size="sm" fw={600}>
        {token.name}
      </Text>
      <Text size="xs">
        <Code>{token.prefix}</Code> {token.user === null ? null : t('for {name}', { name: token.user.name })}
      </Text>
    </>
  );
}

/** Shows the scopes; all of them in short form. */
function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  return scopes.length === 12 ? (
    <Text size="sm">{t('All scopes')}</Text>
  ) : (
    <Text size="sm" miw={160}>
      {scopes.join(', ')}
    </Text>
  );
}

function tokenState({ revokedAt, expiresAt }: Token): 'Active' | 'Expired' | 'Revoked' {
  if (revokedAt !== null) return 'Revoked';
  return expiresAt !== null && new Date(expiresAt) < new Date() ? 'Expired' : 'Active';
}
