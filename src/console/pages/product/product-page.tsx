import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useViewScope } from '../../api/view-scope.ts';
import { DraftStores, useChannelLocales } from '../../catalogue/form/form-context.ts';
import { FormattedMessage } from '../../i18n/formatted-message.tsx';
import { t } from '../../i18n/translate.ts';
import { Code } from '../../ui/code.tsx';
import { stripBrackets } from '../../ui/labels/plain-label.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { EmptyState, QueryResult } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Thumbnail } from '../../ui/thumbnail/thumbnail.tsx';
import { formQuery } from './form/form-documents.ts';
import { ProductForm } from './form/product-form.tsx';
import { headerQuery } from './header/header-documents.ts';
import { HeaderActions, ProductHeader, Variants } from './header/product-header.tsx';
import { usePanel, usePanelShortcuts } from './panels/panels.ts';
import { ProductDrawer } from './panels/product-drawer.tsx';
import { ProductLayout } from './product-layout.tsx';

const RecoveredDraft = lazyComponent(
  async () => (await import('../../catalogue/form/recovered-draft.tsx')).RecoveredDraft,
  null,
);

/** Shows one product: its header, its values by channel and locale, and a drawer for what belongs to it. */
export function ProductPage() {
  const { sku } = useParams({ from: '/authenticated/products/$sku' });
  const scope = useViewScope();
  const [channel, locale] = [scope.channel?.code ?? null, scope.locale?.code ?? null];
  const query = useQuery(headerQuery(sku, channel, locale));
  const header = query.data ?? null;
  const { panel } = usePanel();
  usePanelShortcuts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each product that is opened reads its draft anew
  const drafts = useMemo(() => new Map(), [sku]);
  // The form is requested at the same time as the header; the details come after it.
  useQuery(formQuery(sku, useChannelLocales()));
  return (
    <Page
      title={query.data === null ? t('Product not found') : stripBrackets(header?.label ?? sku)}
      lead={
        header === null ? undefined : (
          <Thumbnail url={header.image?.url} name={header.label} icon={header.attributeSet?.icon} size={40} />
        )
      }
      subtitle={header === null ? undefined : <Code>{header.sku}</Code>}
      actions={<HeaderActions sku={sku} />}
      key={sku}
      isWide
    >
      <QueryResult query={query} what={t('product')} shape="form">
        {(product) =>
          product === null ? (
            <>
              <EmptyState title={t('No product has the SKU {sku}', { sku })} area="search">
                <FormattedMessage
                  message="It was deleted, or the SKU is incorrect. Look in {products} or in the {trash}."
                  values={{
                    products: (
                      <TextLink key="products" to="/products">
                        {t('Products')}
                      </TextLink>
                    ),
                    trash: (
                      <TextLink key="trash" to="/trash">
                        {t('Trash')}
                      </TextLink>
                    ),
                  }}
                />
              </EmptyState>
              <RecoveredDraft code={sku} />
            </>
          ) : (
            <DraftStores value={drafts}>
              <ProductLayout
                header={<ProductHeader sku={product.sku} />}
                form={
                  <>
                    <Variants sku={product.sku} />
                    <ProductForm sku={sku} />
                  </>
                }
                drawer={
                  panel === undefined ? null : <ProductDrawer key={panel} panel={panel} sku={product.sku} />
                }
              />
            </DraftStores>
          )
        }
      </QueryResult>
    </Page>
  );
}
