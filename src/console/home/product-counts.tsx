import { useQuery } from '@tanstack/react-query';
import { formatTag, t } from '../language/t.ts';
import type { Condition } from '../products/grid/conditions.ts';
import { QueryResult } from '../ui/messages/states.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { productCountsQuery } from './home-documents.ts';

const withStatus = (value: string): readonly Condition[] => [{ field: 'status', operator: 'eq', value }];

/** The number of products by status, each with a link to them. */
export function ProductCounts() {
  return (
    <QueryResult query={useQuery(productCountsQuery)} what={t('product counts')}>
      {({ all, published, drafts, inReview }) => (
        <section className="counts" aria-label={t('Products')}>
          <Count label={t('Products')} count={all.totalCount} where={[]} />
          <Count label={t('Published')} count={published.totalCount} where={withStatus('published')} />
          <Count label={t('In review')} count={inReview.totalCount} where={withStatus('in_review')} />
          <Count label={t('Drafts')} count={drafts.totalCount} where={withStatus('draft')} />
        </section>
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
    <TextLink to="/products" search={where.length === 0 ? {} : { where }} className="count">
      <span className="count-number">{count?.toLocaleString(formatTag) ?? '–'}</span>
      <span>{label}</span>
    </TextLink>
  );
}
