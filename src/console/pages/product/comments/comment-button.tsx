import { useNavigate } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import { t } from '../../../i18n/translate.ts';
import { CommentIcon } from '../../../ui/icons.ts';

/** Number of open threads of comments about attributes of the product, by code. */
export const OpenThreads = createContext<Readonly<Record<string, number>>>({});

/** Shows the button at a field that opens its comments, with the number of open threads about it. */
export function CommentButton({ code, label }: { readonly code: string; readonly label: string }) {
  const count = useContext(OpenThreads)[code] ?? 0;
  const navigate = useNavigate({ from: '/products/$sku' });
  return (
    <button
      type="button"
      className="link-button comment-mark"
      data-count={count}
      // Without comments, Tab skips the mark from field to field: C opens the drawer, which has all fields.
      tabIndex={count === 0 ? -1 : undefined}
      aria-label={
        count === 0
          ? t('Comment on {field}', { field: label })
          : t('{count, plural, one {# open comment} other {# open comments}} on {field}', {
              count,
              field: label,
            })
      }
      onClick={() =>
        void navigate({
          search: (before) => ({ ...before, panel: 'comments', about: code }),
          replace: true,
          resetScroll: false,
        })
      }
    >
      <CommentIcon />
      {count === 0 ? null : count}
    </button>
  );
}
