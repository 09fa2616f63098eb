import { lazy, Suspense, useEffect, useRef } from 'react';
import { t } from '../../../language/t.ts';
import { CloseIcon } from '../../../ui/icons.ts';
import { Loading } from '../../../ui/messages/states.tsx';
import { CompletenessTable } from '../completeness-table.tsx';
import type { Panel } from '../product-address.ts';
import type { Product } from '../product-documents.ts';
import { ProductSummary } from '../product-summary.tsx';
import { PANELS, usePanel } from './panels.ts';

const WhyNotLive = lazy(async () => ({ default: (await import('../live/why-not-live.tsx')).WhyNotLive }));
const CodePanel = lazy(async () => ({ default: (await import('../code/code-panel.tsx')).CodePanel }));
const LinksPanel = lazy(async () => ({ default: (await import('../links/links-panel.tsx')).LinksPanel }));
const CategoryPanel = lazy(async () => ({
  default: (await import('../links/category-panel.tsx')).CategoryPanel,
}));
const ImagePanel = lazy(async () => ({ default: (await import('../links/image-panel.tsx')).ImagePanel }));
const CommentsPanel = lazy(async () => ({
  default: (await import('../comments/comments-panel.tsx')).CommentsPanel,
}));
const History = lazy(async () => ({ default: (await import('../history/history.tsx')).History }));

/** The drawer beside the form. Escape closes it; its title takes the focus when it is opened. */
export function ProductDrawer({ panel, product }: { readonly panel: Panel; readonly product: Product }) {
  const { open } = usePanel();
  const heading = useRef<HTMLHeadingElement>(null);
  const { title } = PANELS[panel];
  useEffect(() => {
    // After navigation the title of the page has it, or the field that a link leads to.
    if (document.activeElement?.closest('h1, .field-editor') == null)
      heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <header className="panel-head">
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
      <Suspense fallback={<Loading what={title} />}>
        <Content panel={panel} product={product} />
      </Suspense>
    </>
  );
}

function Content({ panel, product }: { readonly panel: Panel; readonly product: Product }) {
  switch (panel) {
    case 'details':
      return (
        <>
          <ProductSummary product={product} />
          <CompletenessTable product={product} />
        </>
      );
    case 'live':
      return <WhyNotLive sku={product.sku} />;
    case 'history':
      return <History sku={product.sku} />;
    case 'comments':
      return <CommentsPanel product={product} />;
    case 'links':
      return <LinksPanel sku={product.sku} />;
    case 'categories':
      return <CategoryPanel sku={product.sku} />;
    case 'images':
      return <ImagePanel sku={product.sku} />;
    case 'code':
      return <CodePanel sku={product.sku} />;
  }
}
