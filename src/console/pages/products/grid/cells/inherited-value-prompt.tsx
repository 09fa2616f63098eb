import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import type { ResultOf } from '../../../../api/graphql.ts';
import { request } from '../../../../api/request.ts';
import type { CellRef } from '../../../../catalogue/columns/grid-column.ts';
import type { InheritedPromptProps, WriteTarget } from '../../../../catalogue/grid/grid-source.ts';
import type { GridProduct } from '../../../../catalogue/search/grid-documents.ts';
import { t } from '../../../../i18n/translate.ts';
import { LEVELS } from '../edits/edit-documents.ts';

type Level = NonNullable<NonNullable<ResultOf<typeof LEVELS>['product']>['parent']>;

/** Returns the nearest model above that has the value itself. */
function findOwningModel(parent: Level | null | undefined, { channel, locale }: CellRef) {
  const levels = [parent, parent?.parent].flatMap((level) => level ?? []);
  const has = ({ values }: { readonly values: Level['values'] }) =>
    values.some((value) => value.channel === channel && value.locale === locale);
  return levels.find(has);
}

const toTarget = ({ id, sku, version }: Pick<GridProduct, 'id' | 'sku' | 'version'>): WriteTarget => ({
  id,
  code: sku,
  version,
});

/** Asks where an inherited value is to be edited: on the model that it comes from, or on this product alone. */
export function InheritedValuePrompt(props: InheritedPromptProps<GridProduct>) {
  const { row: product, cell, mayOverride, page, onChoose, onDone } = props;
  const list = useRef<HTMLDivElement>(null);
  const levels = useQuery({
    queryKey: ['levels above', product.id, cell.attribute.code, page],
    queryFn: ({ signal }) =>
      request(LEVELS, { id: product.id, attributes: [cell.attribute.code], ...page }, signal),
  });
  const owner = findOwningModel(levels.data?.product?.parent, cell);
  useLayoutEffect(() => {
    const { current } = list;
    const box = current?.parentElement?.getBoundingClientRect();
    if (current === null || box === undefined) return;
    current.showPopover();
    current.style.insetInlineStart = `${Math.min(box.left, window.innerWidth - 288)}px`;
    current.style.insetBlockStart = `${box.bottom + 4}px`;
  }, []);
  useLayoutEffect(() => {
    if (!levels.isPending) list.current?.querySelector('button')?.focus();
  }, [levels.isPending]);
  const press = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const now = buttons.findIndex((button) => button.matches(':focus'));
    if (event.key === 'Escape' || event.key === 'Tab') onDone('stay');
    else if (step !== undefined) buttons.at((now + step) % buttons.length)?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={list}
      popover="manual"
      className="menu"
      role="menu"
      tabIndex={-1}
      aria-label={t('Inherited value')}
      onKeyDown={press}
    >
      {owner === undefined ? null : (
        <button type="button" role="menuitem" className="menu-item" onClick={() => onChoose(toTarget(owner))}>
          {t('Edit on {model} ({count, plural, one {# variant} other {# variants}})', {
            model: owner.label,
            count: owner.variantsCount,
          })}
        </button>
      )}
      {levels.isPending || !(mayOverride || owner === undefined) ? null : (
        <button
          type="button"
          role="menuitem"
          className="menu-item"
          onClick={() => onChoose(toTarget(product))}
        >
          {t('Override on this product only')}
        </button>
      )}
    </div>
  );
}
