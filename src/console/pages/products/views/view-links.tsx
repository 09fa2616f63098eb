import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { viewsQuery } from '../../../catalogue/search/view-documents.ts';
import { t } from '../../../i18n/translate.ts';

/** Maximum number of views that are listed in the navigation; all are over the list of products. */
const LISTED = 8;

/** Shows the views that a person keeps, below *Products* in the navigation. */
export function ViewLinks({ onNavigate }: { readonly onNavigate: () => void }) {
  const views = useQuery(viewsQuery).data?.filter(({ mine }) => mine) ?? [];
  const { view }: { readonly view?: string } = useSearch({ strict: false });
  if (views.length === 0) return null;
  return (
    <ul className="plain-list nav-pages" aria-label={t('My views')}>
      {views.slice(0, LISTED).map(({ id, name }) => (
        <li key={id}>
          <Link
            to="/products"
            search={{ view: id }}
            className="nav-page"
            aria-current={id === view ? 'page' : undefined}
            activeProps={{}}
            onClick={onNavigate}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
