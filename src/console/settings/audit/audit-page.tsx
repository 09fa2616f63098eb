import { Code, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { ListTable } from '../../ui/list.tsx';
import { EmptyState } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';

const AUDIT = graphql(`
  query AuditEntries($after: String, $kind: String) {
    auditEntries(first: 50, after: $after, kind: $kind) {
      nodes { id at kind actor { type name } data requestId }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** Labels by the kind of the entry. */
const KINDS: Readonly<Record<string, string>> = {
  'session.signed_in': 'Signed in',
  'session.sign_in_failed': 'Sign-in failed',
  'session.signed_out': 'Signed out',
  'password.changed': 'Password changed',
  'token.created': 'Token created',
  'token.rotated': 'Token rotated',
  'token.revoked': 'Token revoked',
  'member.added': 'Member added',
  'member.role_changed': 'Role changed',
  'member.removed': 'Member removed',
  'webhook.created': 'Webhook created',
  'webhook.updated': 'Webhook updated',
  'webhook.deleted': 'Webhook deleted',
  'webhook.secret_rotated': 'Webhook secret rotated',
  'webhook.replayed': 'Webhook replayed',
  'webhook.failing': 'Webhook failing',
  'webhook.recovered': 'Webhook recovered',
  'webhook.paused': 'Webhook paused',
  'webhook.disabled': 'Webhook disabled',
  'scope.refused': 'Permission denied',
  'personal_data.erasure_requested': 'Erasure of personal data requested',
};

/** The audit log: sign-ins, tokens, roles and denied requests. */
export function AuditPage() {
  const [kind, setKind] = useState('');
  const list = useList(['audit', kind], async (after, signal) => {
    const variables = { after, kind: kind === '' ? null : kind };
    return (await request(AUDIT, variables, signal)).auditEntries;
  });
  return (
    <Page title="Audit log" intro="Sign-ins, and changes to tokens, members and webhooks.">
      <NativeSelect
        label="Event"
        mb="md"
        maw={320}
        data={[
          { value: '', label: 'All events' },
          ...Object.entries(KINDS).map(([value, label]) => ({ value, label })),
        ]}
        value={kind}
        onChange={({ currentTarget }) => setKind(currentTarget.value)}
      />
      <ListTable
        list={list}
        what="entries"
        keyOf={({ id }) => id}
        empty={<EmptyState title="No entries" />}
        columns={[
          { title: 'Time', cell: ({ at }) => <DateTime at={at} /> },
          { title: 'Event', cell: (entry) => KINDS[entry.kind] ?? entry.kind },
          { title: 'Actor', cell: ({ actor }) => `${actor.name} (${actor.type})` },
          { title: 'Details', cell: ({ data }) => <EntryData data={data} /> },
        ]}
      />
    </Page>
  );
}

function EntryData({ data }: { readonly data: unknown }) {
  if (typeof data !== 'object' || data === null) return null;
  return Object.entries(data).map(([name, value]) => (
    <div key={name}>
      {name.replaceAll('_', ' ')}: <Code>{typeof value === 'string' ? value : JSON.stringify(value)}</Code>
    </div>
  ));
}
