import { Code, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { useList } from '../../../api/use-list.ts';
import { t } from '../../../i18n/translate.ts';
import { PagedTable } from '../../../ui/data-table.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { forAdministrators } from '../../../ui/layout/restricted-page.tsx';
import { EmptyState } from '../../../ui/messages/states.tsx';
import { Page } from '../../../ui/page.tsx';

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
  'session.signed_in': t('Signed in'),
  'session.sign_in_failed': t('Sign-in failed'),
  'session.signed_out': t('Signed out'),
  'password.changed': t('Password changed'),
  'token.created': t('Token created'),
  'token.rotated': t('Token rotated'),
  'token.revoked': t('Token revoked'),
  'storefront_key.created': t('Key of a front end created'),
  'storefront_key.rotated': t('Key of a front end rotated'),
  'storefront_key.revoked': t('Key of a front end revoked'),
  'member.added': t('Member added'),
  'member.role_changed': t('Role changed'),
  'member.removed': t('Member removed'),
  'webhook.created': t('Webhook created'),
  'webhook.updated': t('Webhook updated'),
  'webhook.deleted': t('Webhook deleted'),
  'webhook.secret_rotated': t('Webhook secret rotated'),
  'webhook.replayed': t('Webhook replayed'),
  'webhook.failing': t('Webhook failing'),
  'webhook.recovered': t('Webhook recovered'),
  'webhook.paused': t('Webhook paused'),
  'webhook.disabled': t('Webhook disabled'),
  'scope.refused': t('Permission denied'),
  'personal_data.erasure_requested': t('Erasure of personal data requested'),
};

/** Shows the audit log: sign-ins, tokens, roles and denied requests. */
function AuditContent() {
  const [kind, setKind] = useState('');
  const list = useList(['audit', kind], async (after, signal) => {
    const variables = { after, kind: kind === '' ? null : kind };
    return (await request(AUDIT, variables, signal)).auditEntries;
  });
  return (
    <Page title={t('Audit log')} intro={t('Sign-ins, and changes to tokens, members and webhooks.')}>
      <NativeSelect
        label={t('Event')}
        mb="md"
        maw={320}
        data={[
          { value: '', label: t('All events') },
          ...Object.entries(KINDS).map(([value, label]) => ({ value, label })),
        ]}
        value={kind}
        onChange={({ currentTarget }) => setKind(currentTarget.value)}
      />
      <PagedTable
        list={list}
        what={t('entries')}
        keyOf={({ id }) => id}
        empty={<EmptyState title={t('No entries')} />}
        columns={[
          { title: t('Time'), cell: ({ at }) => <DateTime at={at} /> },
          { title: t('Event'), cell: (entry) => KINDS[entry.kind] ?? entry.kind },
          { title: t('Actor'), cell: ({ actor }) => `${actor.name} (${actor.type})` },
          { title: t('Details'), cell: ({ data }) => <EntryData data={data} /> },
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

export const AuditPage = forAdministrators(t('Audit log'), AuditContent);
