import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useViewScope } from '../../../api/view-scope.ts';
import { t } from '../../../i18n/translate.ts';
import { CloseIcon } from '../../../ui/icons.ts';
import { Loading, QueryResult } from '../../../ui/messages/states.tsx';
import { type Product, productQuery } from '../product-documents.ts';
import type { Panel } from '../product-search-params.ts';
import { PANELS, usePanel } from './panels.ts';

const DetailsPanel = lazy(async () => ({ default: (await import('./details-panel.tsx')).DetailsPanel }));
const WhyNotLive = lazy(async () => ({
  default: (await import('../live/visibility-panel.tsx')).VisibilityPanel,
}));
const CodePanel = lazy(async () => ({ default: (await import('../code/code-panel.tsx')).CodePanel }));
const LinksPanel = lazy(async () => ({ default: (await import('../links/links-panel.tsx')).LinksPanel }));
const CategoryPanel = lazy(async () => ({
  default: (await import('../links/category-panel.tsx')).CategoryPanel,
}));
const ImagePanel = lazy(async () => ({ default: (await import('../links/image-panel.tsx')).ImagePanel }));
const CommentsPanel = lazy(async () => ({
  default: (await import('../comments/comments-panel.tsx')).CommentsPanel,
}));
const History = lazy(async () => ({
  default: (await import('../history/revision-history.tsx')).RevisionHistory,
}));

/** Shows the drawer beside the form. Escape closes it; its title takes the focus when it is opened. */
export function ProductDrawer({ panel, sku }: { readonly panel: Panel; readonly sku: string }) {
  const { asked, open } = usePanel();
  const heading = useRef<HTMLHeadingElement>(null);
  const { title } = PANELS[panel];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves only when it is opened
  useEffect(() => {
    // After navigation the title of the page has the focus, or the field that a link leads to. The details open without
    // a request.
    if (asked !== undefined && document.activeElement?.closest('h1, .field-editor, .product-drawer') == null)
      heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <header className="row panel-head">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button
          type="button"
          className="icon-button"
          aria-label={t('Close {panel}', { panel: title })}
          onClick={() => open(undefined)}
        >
          <CloseIcon />
        </button>
      </header>
      <Suspense fallback={<Loading what={title} shape="rows" />}>
        <Content panel={panel} sku={sku} />
      </Suspense>
    </>
  );
}

function Content({ panel, sku }: { readonly panel: Panel; readonly sku: string }) {
  switch (panel) {
    case 'details':
      return <DetailsPanel sku={sku} />;
    case 'live':
      return <WhyNotLive sku={sku} />;
    case 'history':
      return <History sku={sku} />;
    case 'comments':
      return <WithProduct sku={sku}>{(product) => <CommentsPanel product={product} />}</WithProduct>;
    case 'links':
      return <LinksPanel sku={sku} />;
    case 'categories':
      return <CategoryPanel sku={sku} />;
    case 'images':
      return <ImagePanel sku={sku} />;
    case 'code':
      return <CodePanel sku={sku} />;
  }
}

/** Shows the content of drawers that need the whole product; the page itself does not wait for it. */
function WithProduct(props: { readonly sku: string; readonly children: (product: Product) => ReactNode }) {
  const { locale } = useViewScope();
  const query = useQuery(productQuery(props.sku, locale?.code ?? null));
  return (
    <QueryResult query={query} what={t('product')} shape="rows">
      {({ product }) => (product === null ? null : props.children(product))}
    </QueryResult>
  );
}
