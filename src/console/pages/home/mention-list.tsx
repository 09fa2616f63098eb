import { CommentText } from '../../catalogue/comments/comment-text.tsx';
import { Rich } from '../../language/rich.tsx';
import { t } from '../../language/t.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { HomeCatalogue } from './home-documents.ts';

/** Shows comments in open threads that mention the signed-in person, the newest first; nothing where there are none. */
export function MentionList({ mentions: { nodes, totalCount } }: Pick<HomeCatalogue, 'mentions'>) {
  if (nodes.length === 0) return null;
  const more = (totalCount ?? nodes.length) - nodes.length;
  return (
    <section aria-labelledby="mentions" className="home-section">
      <h2 id="mentions">{t('Mentions of you')}</h2>
      <ul className="sentences">
        {nodes.map(({ id, author, product, body, mentions, createdAt }) => (
          <li key={id} className="sentence">
            <span className="mentioned">
              <Rich
                message="{name} mentioned you on {product}."
                values={{
                  name: <strong>{author.name}</strong>,
                  product: (
                    <TextLink
                      to="/products/$sku"
                      params={{ sku: product.sku }}
                      search={{ panel: 'comments' }}
                    >
                      {product.label}
                    </TextLink>
                  ),
                }}
              />
              <span className="mentioned-text">
                <CommentText body={body ?? ''} mentions={mentions} />
              </span>
            </span>
            <span className="sentence-time">
              <DateTime at={createdAt} isShort />
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="home-quiet">
          {t('{count, plural, one {# more mention} other {# more mentions}}', { count: more })}
        </p>
      ) : null}
    </section>
  );
}
