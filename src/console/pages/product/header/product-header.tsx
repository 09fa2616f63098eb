import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useViewScope } from '../../../api/view-scope.ts';
import { useCanEdit } from '../../../api/workspace.ts';
import { localeName } from '../../../i18n/locale-name.ts';
import { t, translateLabel } from '../../../i18n/translate.ts';
import { ChevronDownIcon, MoreIcon } from '../../../ui/icons.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Readiness } from '../../../ui/readiness.tsx';
import { StatusBadge, titled } from '../../../ui/status-badge.tsx';
import { countThreads, openCommentsQuery } from '../comments/comment-documents.ts';
import { PANELS, usePanel } from '../panels/panels.ts';
import type { Panel } from '../product-search-params.ts';
import { type HeaderProduct, headerQuery } from './header-documents.ts';
import { LiveCount } from './live-count.tsx';
import { StatusMenu } from './status-menu.tsx';

const ProductMenu = lazyComponent(
  async () => (await import('./product-menu.tsx')).ProductMenu,
  <span className="icon-button">
    <MoreIcon />
  </span>,
);

const VariantMatrix = lazyComponent(
  async () => (await import('../variants/variant-matrix.tsx')).VariantMatrix,
  null,
);

const FamilyNavigation = lazyComponent(
  async () => (await import('./family-navigation.tsx')).FamilyNavigation,
  null,
);

export function useProductHeader(sku: string): HeaderProduct | null {
  const { channel, locale } = useViewScope();
  return useQuery(headerQuery(sku, channel?.code ?? null, locale?.code ?? null)).data ?? null;
}

/** The drawers whose buttons always stand beside the title; in narrow windows the others are in a menu. */
const PRIMARY_PANELS: ReadonlySet<string> = new Set<Panel>(['live', 'history', 'comments']);

/** Shows the status, and the buttons of the drawers, beside the title. */
export function HeaderActions({ sku }: { readonly sku: string }) {
  const product = useProductHeader(sku);
  const mayEdit = useCanEdit();
  const { panel, open } = usePanel();
  const threads = useQuery({ ...openCommentsQuery(sku), select: countThreads }).data ?? 0;
  if (product === null) return null;
  return (
    <>
      {mayEdit ? (
        <StatusMenu sku={sku} status={product.status} isModel={product.type === 'MODEL'} />
      ) : (
        <StatusBadge state={product.status} />
      )}
      <span className="row panel-buttons" style={{ gap: 2 }}>
        {Object.entries(PANELS).map(([name, { title, Icon, key }]) => (
          <button
            key={name}
            type="button"
            className="flat panel-button"
            data-usual={PRIMARY_PANELS.has(name) || undefined}
            aria-pressed={panel === name}
            aria-keyshortcuts={key}
            title={key === undefined ? title : `${title} (${key.toUpperCase()})`}
            onClick={() => open(panel === name ? undefined : (name as Panel))}
          >
            <Icon />
            <span className="panel-title">{title}</span>
            {name === 'comments' && threads > 0 ? <span className="number">{threads}</span> : null}
          </button>
        ))}
        <Menu
          label={t('More')}
          className="flat panel-button panel-more"
          button={
            <>
              {t('More')}
              <ChevronDownIcon />
            </>
          }
        >
          {Object.entries(PANELS)
            .filter(([name]) => !PRIMARY_PANELS.has(name))
            .map(([name, { title, Icon }]) => (
              <MenuItem key={name} icon={<Icon />} onClick={() => open(name as Panel)}>
                {title}
              </MenuItem>
            ))}
        </Menu>
      </span>
      {mayEdit ? (
        <ProductMenu
          id={product.id}
          sku={sku}
          isModel={product.type === 'MODEL'}
          isVariant={product.parent !== null}
        />
      ) : null}
    </>
  );
}

/** Shows the variants of a model; nothing for other products. */
export function Variants({ sku }: { readonly sku: string }) {
  const product = useProductHeader(sku);
  if (product === null || product.type !== 'MODEL') return null;
  // The axes of a model above have one value for all of these.
  const levels = (product.variantLayout?.levels ?? []).slice(product.parent === null ? 0 : 1);
  const axes = levels.flatMap((level) => level.axes);
  const modelAxes = levels.length > 1 ? (levels[0]?.axes.length ?? 0) : 0;
  return <VariantMatrix sku={sku} axes={axes} modelAxes={modelAxes} />;
}

/** Shows SKU, kind, the number of live locales, readiness by locale, and the family, below the title. */
export function ProductHeader({ sku }: { readonly sku: string }) {
  const product = useProductHeader(sku);
  const { open } = usePanel();
  if (product === null) return null;
  return (
    <>
      <Group gap="4px 16px">
        <span className="quiet">
          {[product.attributeSet?.label, translateLabel(titled(product.type))]
            .filter((part) => part !== undefined)
            .join(' · ')}
        </span>
        <button type="button" className="flat live-count" onClick={() => open('live')}>
          <LiveCount product={product} />
        </button>
        <ReadinessByLocale product={product} />
      </Group>
      {product.parent === null ? null : <FamilyNavigation product={product} />}
    </>
  );
}

/** Maximum number of locales whose readiness is shown beside each other. */
const MAX_LOCALES = 6;

function ReadinessByLocale({ product: { completeness } }: { readonly product: HeaderProduct }) {
  const { choose, channel, locale } = useViewScope();
  const { open } = usePanel();
  if (completeness.length === 0) return null;
  return (
    <ul className="plain-list row readiness-list" style={{ gap: '2px 4px' }} aria-label={t('Readiness')}>
      <li className="quiet">{channel?.label}</li>
      {completeness.slice(0, MAX_LOCALES).map((entry) => (
        <li key={entry.locale.code}>
          <button
            type="button"
            className="flat"
            aria-current={entry.locale.code === locale?.code}
            title={
              entry.missing.length === 0
                ? t('Complete')
                : t('{count, plural, one {# value is missing} other {# values are missing}}', {
                    count: entry.missing.length,
                  })
            }
            onClick={() => choose({ locale: entry.locale.code })}
          >
            {localeName(entry.locale.code)} <Readiness percent={entry.ratio} />
          </button>
        </li>
      ))}
      {completeness.length > MAX_LOCALES ? (
        <li>
          <button type="button" className="flat" onClick={() => open('live')}>
            {t('{count} more', { count: completeness.length - MAX_LOCALES })}
          </button>
        </li>
      ) : null}
    </ul>
  );
}
