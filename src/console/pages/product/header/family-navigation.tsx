import { Box, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useViewScope } from '../../../api/view-scope.ts';
import { t } from '../../../i18n/translate.ts';
import { ChevronLeftIcon, ChevronRightIcon } from '../../../ui/icons.ts';
import { stripBrackets } from '../../../ui/labels/plain-label.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { Thumbnail } from '../../../ui/thumbnail/thumbnail.tsx';
import type { ProductSearchParams } from '../product-search-params.ts';
import { findSiblings, formatAxisValues, groupFamily, variantSuffix } from './family.ts';
import { familyMembersQuery } from './family-documents.ts';
import type { HeaderProduct } from './header-documents.ts';

/** Shows the family of a variant: its models and variants by what distinguishes them, and the one before and after. */
export function FamilyNavigation({
  product: { sku, type, parent, variantLayout },
}: {
  readonly product: HeaderProduct;
}) {
  const { channel, locale } = useViewScope();
  const root = parent?.parent ?? parent;
  const axes = (variantLayout?.levels ?? []).flatMap((level) => level.axes);
  const levels = (variantLayout?.levels ?? []).map(({ axes }) => axes.map(({ code }) => code));
  const { data } = useQuery({
    ...familyMembersQuery(root?.sku ?? '', channel?.code ?? null, locale?.code ?? null, axes),
    enabled: root !== null,
  });
  if (root === null) return null;
  const groups = groupFamily(root.sku, data?.nodes ?? []);
  const family = findSiblings(
    sku,
    groups.flatMap(({ model, variants }) => (type === 'MODEL' ? (model ?? []) : variants)),
  );
  return (
    <Box component="nav" mt={8} aria-label={t('Family')}>
      <Group gap="4px 12px">
        <TextLink to="/products/$sku" params={{ sku: root.sku }} search={preserveSearchParams}>
          {stripBrackets(root.label)}
        </TextLink>
        {family === null ? null : (
          <Group gap={2} c="dimmed">
            <Step to={family.previous?.sku} label={t('Previous variant')}>
              <ChevronLeftIcon />
            </Step>
            <span className="number">
              {data?.pageInfo.hasNextPage === true
                ? t('{place, number} of {count, number}+', { place: family.place, count: family.count })
                : t('{place, number} of {count, number}', { place: family.place, count: family.count })}
            </span>
            <Step to={family.next?.sku} label={t('Next variant')}>
              <ChevronRightIcon />
            </Step>
          </Group>
        )}
      </Group>
      <ul className="plain-list family-groups">
        {groups.map(({ model, variants }) => (
          <li key={model?.sku ?? ''}>
            {model === null ? null : (
              <Member
                product={model}
                axes={formatAxisValues(variants[0]?.axes ?? [], levels[0] ?? [])}
                above={root.label}
                current={sku}
                image={variants[0]?.image?.url ?? null}
              />
            )}
            <ul className="plain-list row" style={{ gap: '0 2px' }}>
              {variants.map((variant) => (
                <li key={variant.sku}>
                  <Member
                    product={variant}
                    axes={formatAxisValues(variant.axes, levels.at(-1) ?? [])}
                    above={(model ?? root).label}
                    current={sku}
                    image={model === null ? (variant.image?.url ?? null) : undefined}
                  />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Box>
  );
}

/** Shows a product of the family, by what distinguishes it from the one above. */
function Member(props: {
  readonly product: { readonly sku: string; readonly label: string };
  /** The values that tell it apart. */
  readonly axes: string;
  readonly above: string;
  /** The SKU of the product that is shown. */
  readonly current: string;
  /** Undefined leaves the image out. */
  readonly image: string | null | undefined;
}) {
  const { product, axes, above, current, image } = props;
  const { sku } = product;
  const label = stripBrackets(product.label);
  const own = variantSuffix(label, above);
  return (
    <Link
      to="/products/$sku"
      params={{ sku }}
      search={preserveSearchParams}
      className="flat family-member"
      aria-current={sku === current ? 'page' : undefined}
      title={own === label ? `${label} (${sku})` : sku}
    >
      {image === undefined ? null : <Thumbnail url={image} name={label} />}
      {axes === '' ? own : axes}
    </Link>
  );
}

/**
 * Another product opens in the same channel, locale and drawer, not at the same field: at its first missing one for those
 * who fill in what is missing.
 */
const preserveSearchParams = <Search extends ProductSearchParams>(search: Search) => ({
  ...search,
  field: search.missing === true ? search.field : undefined,
});

function Step(props: {
  readonly to: string | undefined;
  readonly label: string;
  readonly children: ReactNode;
}) {
  if (props.to === undefined)
    return (
      <button type="button" className="icon-button" aria-label={props.label} disabled>
        {props.children}
      </button>
    );
  return (
    <TextLink
      to="/products/$sku"
      params={{ sku: props.to }}
      search={preserveSearchParams}
      className="icon-button"
      aria-label={props.label}
      title={props.label}
    >
      {props.children}
    </TextLink>
  );
}
