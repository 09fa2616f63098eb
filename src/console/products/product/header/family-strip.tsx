import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../../language/t.ts';
import { ChevronLeftIcon, ChevronRightIcon } from '../../../ui/icons.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { Thumbnail } from '../../../ui/thumbnail/thumbnail.tsx';
import { ownPart, placeInFamily } from './family.ts';
import type { HeaderProduct } from './header-documents.ts';

/** The model of a variant and its siblings, with the one before and the one after. */
export function FamilyStrip({ product: { sku, parent } }: { readonly product: HeaderProduct }) {
  if (parent === null) return null;
  const siblings = parent.children.nodes;
  const family = placeInFamily(sku, siblings);
  return (
    <nav className="family" aria-label={t('Family')}>
      <TextLink to="/products/$sku" params={{ sku: parent.sku }} className="family-model" search={keepScope}>
        {parent.label}
      </TextLink>
      {family === null ? null : (
        <span className="family-steps">
          <Step to={family.previous?.sku} label={t('Previous variant')}>
            <ChevronLeftIcon />
          </Step>
          <span className="number">
            {t('{place} of {count}', { place: family.place, count: family.count })}
          </span>
          <Step to={family.next?.sku} label={t('Next variant')}>
            <ChevronRightIcon />
          </Step>
        </span>
      )}
      <ul className="plain-list family-members">
        {siblings.map((sibling) => (
          <li key={sibling.sku}>
            <TextLink
              to="/products/$sku"
              params={{ sku: sibling.sku }}
              search={keepScope}
              aria-current={sibling.sku === sku ? 'page' : undefined}
              title={ownPart(sibling.label, parent.label)}
            >
              <VisuallyHidden>{ownPart(sibling.label, parent.label)}</VisuallyHidden>
              <Thumbnail url={sibling.image?.url} name={ownPart(sibling.label, parent.label)} />
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Another product opens in the same channel, locale and drawer, not at the same field. */
const keepScope = <Search extends object>(search: Search) => ({
  ...search,
  field: undefined,
});

function Step(props: {
  readonly to: string | undefined;
  readonly label: string;
  readonly children: ReactNode;
}) {
  if (props.to === undefined)
    return (
      <span className="icon-button" aria-hidden="true" data-disabled>
        {props.children}
      </span>
    );
  return (
    <TextLink
      to="/products/$sku"
      params={{ sku: props.to }}
      search={keepScope}
      className="icon-button"
      aria-label={props.label}
      title={props.label}
    >
      {props.children}
    </TextLink>
  );
}
