import { Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { meQuery } from '../../api/workspace.ts';
import { t, tCode } from '../../language/t.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { ListTable } from '../../ui/list.tsx';
import { EmptyState } from '../../ui/messages/states.tsx';
import { inWords, titled } from '../../ui/status-badge.tsx';
import { REVISIONS, type Revision } from './product-documents.ts';
import { RestoreRevision } from './restore-revision.tsx';
import { placeOf, short } from './short-value.ts';

const EDITORS = ['OWNER', 'ADMIN', 'EDITOR'];

/** The revisions of a product, newest first. */
export function RevisionList({ sku }: { readonly sku: string }) {
  const list = useList(['revisions', sku], async (after, signal) => {
    const { product } = await request(REVISIONS, { ref: sku, after }, signal);
    return product?.revisions ?? { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
  });
  const mayEdit = EDITORS.includes(useQuery(meQuery).data?.role ?? '');
  return (
    <ListTable
      list={list}
      what={t('revisions')}
      keyOf={({ version, at }) => `${version} ${at}`}
      empty={<EmptyState title={t('No revisions')} />}
      columns={[
        { title: t('Version'), cell: ({ version }) => version },
        { title: t('Date'), cell: ({ at }) => <DateTime at={at} /> },
        { title: t('Author'), cell: ({ actor, origin }) => `${actor.name} (${tCode(inWords(origin))})` },
        { title: t('Changes'), cell: (revision) => <Changes revision={revision} /> },
        {
          title: t('Actions'),
          cell: ({ version }) =>
            version === list.items?.[0]?.version || !mayEdit ? null : (
              <RestoreRevision sku={sku} version={version} />
            ),
        },
      ]}
    />
  );
}

function Changes({ revision }: { readonly revision: Revision }) {
  const { kind, comment, changes, changesTruncated } = revision;
  return (
    <>
      <Text size="sm">
        {tCode(titled(kind))}
        {comment === null ? '' : `: ${comment}`}
      </Text>
      {changes.map(({ path, channel, locale, old, new: now }) => (
        <Text size="sm" key={placeOf({ path, channel, locale })}>
          {placeOf({ path, channel, locale })}: <Code>{short(old)}</Code> → <Code>{short(now)}</Code>
        </Text>
      ))}
      {changesTruncated ? (
        <Text size="xs">{t('The values of this change are too large to list.')}</Text>
      ) : null}
    </>
  );
}
