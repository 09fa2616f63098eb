import { Code, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { ListTable } from '../../shell/list.tsx';
import { Moment } from '../../shell/moment.tsx';
import { Page } from '../../shell/page.tsx';
import { EmptyNote } from '../../shell/states.tsx';

const AUDIT = graphql(`
  query AuditEntries($after: String, $kind: String) {
    auditEntries(first: 50, after: $after, kind: $kind) {
      nodes { id at kind actor { type name } data requestId }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** What happened, in words, by the kind of the entry. */
const KINDS: Readonly<Record<string, string>> = {
  'session.signed_in': 'Signed in',
  'session.sign_in_failed': 'Failed to sign in',
  'session.signed_out': 'Signed out',
  'password.changed': 'Changed the password',
  'token.created': 'Made a token',
  'token.rotated': 'Rotated a token',
  'token.revoked': 'Revoked a token',
  'member.added': 'Added a member',
  'member.role_changed': 'Changed a role',
  'member.removed': 'Removed a member',
  'webhook.created': 'Made a webhook',
  'webhook.updated': 'Changed a webhook',
  'webhook.deleted': 'Deleted a webhook',
  'webhook.secret_rotated': 'Rotated the secret of a webhook',
  'webhook.replayed': 'Replayed a webhook',
  'webhook.failing': 'A webhook began to fail',
  'webhook.recovered': 'A webhook works again',
  'webhook.paused': 'A webhook was paused',
  'webhook.disabled': 'A webhook was disabled',
  'scope.refused': 'Was refused something',
};

/** Sign-ins, tokens, roles and refusals. */
export function AuditPage() {
  const [kind, setKind] = useState('');
  const list = useList(['audit', kind], async (after, signal) => {
    const variables = { after, kind: kind === '' ? null : kind };
    return (await request(AUDIT, variables, signal)).auditEntries;
  });
  return (
    <Page title="Audit" intro="Who signed in, and what was done to tokens, members and webhooks.">
      <NativeSelect
        label="What happened"
        mb="md"
        maw={320}
        data={[
          { value: '', label: 'Everything' },
          ...Object.entries(KINDS).map(([value, label]) => ({ value, label })),
        ]}
        value={kind}
        onChange={({ currentTarget }) => setKind(currentTarget.value)}
      />
      <ListTable
        list={list}
        what="entries"
        keyOf={({ id }) => id}
        empty={<EmptyNote title="Nothing of this kind happened" />}
        columns={[
          { title: 'When', cell: ({ at }) => <Moment at={at} /> },
          { title: 'What', cell: (entry) => KINDS[entry.kind] ?? entry.kind },
          { title: 'Who', cell: ({ actor }) => `${actor.name} (${actor.type})` },
          { title: 'Details', cell: ({ data }) => <Facts data={data} /> },
        ]}
      />
    </Page>
  );
}

function Facts({ data }: { readonly data: unknown }) {
  if (typeof data !== 'object' || data === null) return null;
  return Object.entries(data).map(([name, value]) => (
    <div key={name}>
      {name.replaceAll('_', ' ')}: <Code>{typeof value === 'string' ? value : JSON.stringify(value)}</Code>
    </div>
  ));
}
