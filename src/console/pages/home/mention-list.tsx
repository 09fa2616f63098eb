import { Text, Title } from '@mantine/core';
import { CommentText } from '../../catalogue/comments/comment-text.tsx';
import { FormattedMessage } from '../../i18n/formatted-message.tsx';
import { t } from '../../i18n/translate.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { AttentionItem } from './attention-item.tsx';
import type { HomeCatalogue } from './home-documents.ts';

/** Shows comments in open threads that mention the signed-in person, the newest first; nothing where there are none. */
export function MentionList({ mentions: { nodes, totalCount } }: Pick<HomeCatalogue, 'mentions'>) {
  if (nodes.length === 0) return null;
  const more = (totalCount ?? nodes.length) - nodes.length;
  return (
    <section aria-labelledby="mentions">
      <Title order={2} id="mentions" mb="xs">
        {t('Mentions of you')}
      </Title>
      <ul className="plain-list">
        {nodes.map(({ id, author, product, body, mentions, createdAt }) => (
          <AttentionItem key={id} at={createdAt}>
            <FormattedMessage
              message="{name} mentioned you on {product}."
              values={{
                name: <strong>{author.name}</strong>,
                product: (
                  <TextLink to="/products/$sku" params={{ sku: product.sku }} search={{ panel: 'comments' }}>
                    {product.label}
                  </TextLink>
                ),
              }}
            />
            <Text span inherit lineClamp={2} c="dimmed">
              <CommentText body={body ?? ''} mentions={mentions} />
            </Text>
          </AttentionItem>
        ))}
      </ul>
      {more > 0 ? (
        <Text c="dimmed">
          {t('{count, plural, one {# more mention} other {# more mentions}}', { count: more })}
        </Text>
      ) : null}
    </section>
  );
}
