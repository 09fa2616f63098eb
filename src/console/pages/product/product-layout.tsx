import type { ReactNode } from 'react';
import { t } from '../../i18n/translate.ts';

/** Shows the parts of the page of a product: a header, the form with its groups, and a drawer beside it. */
export function ProductLayout(props: {
  readonly header: ReactNode;
  readonly form: ReactNode;
  /** It is null while the drawer is closed. */
  readonly drawer: ReactNode;
}) {
  const { header, form, drawer } = props;
  return (
    <div className="product" data-drawer={drawer === null ? undefined : 'open'}>
      <div className="product-header">{header}</div>
      <div>{form}</div>
      {drawer === null ? null : (
        <aside className="product-drawer" aria-label={t('Product details')}>
          {drawer}
        </aside>
      )}
    </div>
  );
}
