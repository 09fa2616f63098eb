import { Code, Text } from '@mantine/core';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { ListTable } from '../../shell/list.tsx';
import { Moment } from '../../shell/moment.tsx';
import { inWords, titled } from '../../shell/state-badge.tsx';
import { EmptyNote } from '../../shell/states.tsx';
import { REVISIONS, type Revision } from './product-documents.ts';

/** Who changed what, newest first. */
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
      empty={<EmptyNote title="No revisions" />}
      columns={[
        { title: 'Version', cell: ({ version }) => version },
        { title: 'When', cell: ({ at }) => <Moment at={at} /> },
        { title: 'Who', cell: ({ actor, origin }) => `${actor.name}, by ${inWords(origin)}` },
        { title: 'What', cell: (revision) => <Changes revision={revision} /> },
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
      {changesTruncated ? <Text size="xs">There were more changes than are kept.</Text> : null}
    </>
  );
}

const LONGEST = 120;

function short(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}
