import { Paper, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Condition } from '../products/grid/conditions.ts';
import { Loaded } from '../shell/states.tsx';
import { TextLink } from '../shell/text-link.tsx';
import { figuresQuery } from './overview-documents.ts';

const withStatus = (value: string): readonly Condition[] => [{ field: 'status', operator: 'eq', value }];

/** How many products there are in each state, each a way to them. */
export function ProductFigures() {
  return (
    <Loaded query={useQuery(figuresQuery)} what="the figures">
      {({ all, published, drafts, inReview }) => (
        <SimpleGrid cols={{ base: 2, md: 4 }} component="section" aria-label="Products">
          <Figure words="Products" count={all.totalCount} where={[]} />
          <Figure words="Published" count={published.totalCount} where={withStatus('published')} />
          <Figure words="In review" count={inReview.totalCount} where={withStatus('in_review')} />
          <Figure words="Drafts" count={drafts.totalCount} where={withStatus('draft')} />
        </SimpleGrid>
      )}
    </Loaded>
  );
}

function Figure(props: {
  readonly words: string;
  readonly count: number | null;
  readonly where: readonly Condition[];
}) {
  const { words, count, where } = props;
  return (
    <Paper withBorder p="md">
      <Text fz={28} fw={700} lh={1.2}>
        {count?.toLocaleString() ?? '–'}
      </Text>
      <TextLink to="/products" search={where.length === 0 ? {} : { where }}>
        {words}
      </TextLink>
    </Paper>
  );
}
