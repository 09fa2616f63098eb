import type { ReactNode } from 'react';
import type { GridSchema } from '../../../../catalogue/columns/column-documents.ts';
import type { CellRef, GridColumn } from '../../../../catalogue/columns/grid-column.ts';
import { propertyOfKey, textOfProperty } from '../../../../catalogue/properties/product-properties.tsx';
import type { GridProduct } from '../../../../catalogue/search/grid-documents.ts';
import { formatNumericValue } from '../../../../catalogue/values/cell-value.ts';
import { localeTag, t } from '../../../../i18n/translate.ts';
import { ChevronRightIcon } from '../../../../ui/icons.ts';
import { CodeLabel, joinLabels } from '../../../../ui/labels/code-label.tsx';
import { stripBrackets } from '../../../../ui/labels/plain-label.ts';
import type { SheetCell } from '../../../../ui/sheet/sheet-types.ts';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import { Thumbnail } from '../../../../ui/thumbnail/thumbnail.tsx';
import { type StagedCells, stagedCellKey } from '../edits/staged-cells.ts';
import { UniqueValueOwner } from '../edits/unique-value-owner.tsx';
import { type ExpandableRows, familyDepth } from '../levels/expandable-rows.ts';
import { unavailableReason } from './cell-availability.ts';
import { cellText, findValue, isInherited } from './cell-values.ts';

/** Returns a text that may not fit into its cell, to be read when the mouse is over it. */
export const overflowNote = (text: string, fits = 24): string | undefined =>
  text.length > fits ? text : undefined;

/** Data that cells are shown with, beside their product. */
interface Shown {
  readonly model: GridSchema;
  readonly scopes: ComparedScopes;
  readonly staged: StagedCells;
  readonly waiting: StagedCells;
}

export function valueCell(
  product: GridProduct,
  column: GridColumn,
  cell: CellRef,
  { model, scopes, staged, waiting }: Shown,
): SheetCell {
  const key = stagedCellKey(product.id, column);
  const change = staged.get(key);
  if (change !== undefined)
    return {
      text: change.text,
      content: formatNumericValue(change.value, cell, localeTag) ?? undefined,
      tone: !waiting.has(key) ? undefined : change.reason === null ? 'staged' : 'refused',
      note: change.reason ?? undefined,
      remedy: <UniqueValueOwner cell={change} />,
    };
  const value = findValue(product, cell);
  const text = cellText(product, column);
  const notHere = unavailableReason(product, cell, model);
  if (value === undefined || text === '') {
    if (notHere !== null) return { text: '', tone: 'none', note: notHere };
    return {
      text: '',
      ...(isMissing(product, column, cell, scopes)
        ? { tone: 'missing', note: t('Required, and empty') }
        : {}),
    };
  }
  const content = contentOf(value, text, cell);
  return {
    text,
    content,
    ...(isInherited(product, cell)
      ? { tone: 'inherited', note: t('From the model above') }
      : { note: notHere ?? overflowNote(text) }),
  };
}

/** The channel and locale of the page, and those that it is compared with. */
interface ComparedScopes {
  readonly channel: string;
  readonly locale: string;
  readonly otherChannel: string | undefined;
  readonly otherLocale: string | undefined;
}

/**
 * Returns true if a value is missing and required where its column is: in the context of the page, or in the one that
 * it is compared with.
 */
function isMissing(
  { completeness, compared }: GridProduct,
  { address }: GridColumn,
  { attribute, channel, locale }: CellRef,
  scopes: ComparedScopes,
): boolean {
  const isAt = (atChannel?: string, atLocale?: string) =>
    (channel ?? atChannel) === atChannel && (locale ?? atLocale) === atLocale;
  const isOfPage = isAt(scopes.channel, scopes.locale);
  const isOfOther = isAt(scopes.otherChannel, scopes.otherLocale);
  const isOwn = address.channel === undefined && address.locale === undefined;
  const [of] = (isOwn || isOfPage ? completeness : isOfOther ? compared : []) ?? [];
  return of?.missing.includes(attribute.code) === true;
}

/** The types whose values are shown by labels, and by codes where there are none. */
const LABELLED: ReadonlySet<string> = new Set(['SELECT', 'MULTI_SELECT', 'ENTITY', 'ENTITY_LIST']);

/** Returns the content of a cell for a value; the text that is copied and edited is plainer. */
function contentOf(value: GridProduct['values'][number], text: string, cell: CellRef) {
  const { attribute } = cell;
  const number = formatNumericValue(value.json, cell, localeTag);
  if (number !== null) return number;
  if (attribute.type === 'BOOLEAN' || attribute.type === 'DATETIME') return text;
  return LABELLED.has(attribute.type) ? joinLabels(value.display) : value.display;
}

export function propertyCell(product: GridProduct, key: string): SheetCell {
  const property = propertyOfKey(key);
  if (property === undefined) return { text: '' };
  const text = textOfProperty(property, product);
  const { content, note } = property.column ?? {};
  return {
    text,
    content: content?.(product),
    note:
      note === undefined
        ? Array.isArray(property.read?.(product))
          ? overflowNote(text)
          : undefined
        : note(product),
  };
}

/** Returns a product in two lines: its name; below SKU, status and the first price of the columns. */
export function lines(
  product: GridProduct,
  price: GridColumn | undefined,
  shownBy: Shown,
  families: ExpandableRows | null,
): SheetCell {
  const { sku, label, status, type, variantsCount } = product;
  const priceCell: SheetCell = price?.cell ? valueCell(product, price, price.cell, shownBy) : { text: '' };
  const below = (
    <span className="sheet-line">
      <span className="code" title={sku}>
        <bdi>{sku}</bdi>
      </span>
      <StatusBadge state={status} />
      {type === 'MODEL' ? <VariantCount count={variantsCount} /> : null}
      {priceCell.text === '' ? null : (
        <span>
          {priceCell.content ?? priceCell.text} {price?.cell?.currency}
        </span>
      )}
    </span>
  );
  return {
    text: stripBrackets(label),
    content: <Name product={product} families={families} below={below} />,
    // The mark of an inherited value would mark the whole product.
    tone: priceCell.tone === 'none' || priceCell.tone === 'inherited' ? undefined : priceCell.tone,
  };
}

/**
 * Shows a product by its name: a model with the number of its variants, a variant by what distinguishes it from its
 * model.
 */
export function Name(props: {
  readonly product: GridProduct;
  readonly families: ExpandableRows | null;
  readonly below?: ReactNode;
}) {
  const { product, families, below } = props;
  const { sku, label, image, attributeSet, parent, type, variantsCount } = product;
  // Below its model, a name is the part that the model's lacks; elsewhere, the part that the family's lacks.
  const above = families === null ? (parent?.parent ?? parent) : parent;
  const isBelow = above !== null && label.startsWith(`${above.label}, `);
  const own = isBelow ? label.slice(above.label.length + 2) : label;
  const isOpen = families?.isOpen(product) ?? false;
  return (
    <span className="with-thumbnail" data-depth={families === null ? undefined : familyDepth(product)}>
      {families === null ? null : type === 'MODEL' ? (
        <button
          type="button"
          tabIndex={-1}
          className="family-toggle"
          aria-label={isOpen ? t('Hide variants') : t('Show variants')}
          data-open={isOpen || undefined}
          onClick={() => families.toggle(product)}
        >
          <ChevronRightIcon />
        </button>
      ) : (
        <span className="family-toggle" />
      )}
      <Thumbnail url={image?.url} name={label} icon={attributeSet?.icon} />
      <span className="sheet-name">
        <TextLink to="/products/$sku" params={{ sku }} tabIndex={-1}>
          {!isBelow ? (
            <CodeLabel label={label} />
          ) : (
            <>
              {families === null ? <span className="name-above">{above.label}, </span> : null}
              <span className="name-own">{own}</span>
            </>
          )}
        </TextLink>
        {below}
      </span>
      {type === 'MODEL' && below === undefined ? <VariantCount count={variantsCount} /> : null}
    </span>
  );
}

const VariantCount = ({ count }: { readonly count: number }) => (
  <span className="family-count">{t('{count, plural, one {# variant} other {# variants}}', { count })}</span>
);
