import { Code, Text } from '@mantine/core';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { ListTable } from '../../ui/list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { inWords, titled } from '../../ui/status-badge.tsx';
import { REVISIONS, type Revision } from './product-documents.ts';

/** The revisions of a product, newest first. */
export function RevisionList({ sku }: { readonly sku: string }) {
  const list = useList(['revisions', sku], async (after, signal) => {
    const { product } = await request(REVISIONS, { ref: sku, after }, signal);
    return product?.revisions ?? { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
  });
  return (
    <ListTable
      list={list}
      what="revisions"
      keyOf={({ version, at }) => `${version} ${at}`}
      empty={<EmptyState title="No revisions" />}
      columns={[
        { title: 'Version', cell: ({ version }) => version },
        { title: 'Date', cell: ({ at }) => <DateTime at={at} /> },
        { title: 'Author', cell: ({ actor, origin }) => `${actor.name} (${inWords(origin)})` },
        { title: 'Changes', cell: (revision) => <Changes revision={revision} /> },
      ]}
    />
  );
}

function Changes({ revision }: { readonly revision: Revision }) {
  const { kind, comment, changes, changesTruncated } = revision;
  return (
    <>
      <Text size="sm">
        {titled(kind)}
        {comment === null ? '' : `: ${comment}`}
      </Text>
      {changes.map(({ path, channel, locale, old, new: now }) => (
        <Text size="sm" key={[path, channel, locale].join('|')}>
          {[path, channel, locale].filter((part) => part !== null).join(', ')}: <Code>{short(old)}</Code> →{' '}
          <Code>{short(now)}</Code>
        </Text>
      ))}
      {changesTruncated ? <Text size="xs">The values of this change are too large to list.</Text> : null}
    </>
  );
}

const LONGEST = 120;

function short(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}
