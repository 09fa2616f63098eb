import { Paper, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Condition } from '../products/grid/conditions.ts';
import { QueryResult } from '../ui/states.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { productCountsQuery } from './overview-documents.ts';

const withStatus = (value: string): readonly Condition[] => [{ field: 'status', operator: 'eq', value }];

/** The number of products by status, each with a link to them. */
export function ProductCounts() {
  return (
    <QueryResult query={useQuery(productCountsQuery)} what="product counts">
      {({ all, published, drafts, inReview }) => (
        <SimpleGrid cols={{ base: 2, md: 4 }} component="section" aria-label="Products">
          <Count label="Products" count={all.totalCount} where={[]} />
          <Count label="Published" count={published.totalCount} where={withStatus('published')} />
          <Count label="In review" count={inReview.totalCount} where={withStatus('in_review')} />
          <Count label="Drafts" count={drafts.totalCount} where={withStatus('draft')} />
        </SimpleGrid>
      )}
    </QueryResult>
  );
}

function Count(props: {
  readonly label: string;
  readonly count: number | null;
  readonly where: readonly Condition[];
}) {
  const { label, count, where } = props;
  return (
    <Paper withBorder p="md">
      <Text fz={28} fw={700} lh={1.2}>
        {count?.toLocaleString() ?? '–'}
      </Text>
      <TextLink to="/products" search={where.length === 0 ? {} : { where }}>
        {label}
      </TextLink>
    </Paper>
  );
}
