import type { ReactNode } from 'react';
import type { GridSchema } from '../../../../catalogue/columns/column-documents.ts';
import type { CellRef, GridColumn } from '../../../../catalogue/columns/grid-column.ts';
import { overflowNote, valueCell } from '../../../../catalogue/grid/cells/value-cell.tsx';
import type { StagedCells } from '../../../../catalogue/grid/edits/staged-cells.ts';
import { propertyOfKey, textOfProperty } from '../../../../catalogue/properties/product-properties.tsx';
import type { GridProduct } from '../../../../catalogue/search/grid-documents.ts';
import { t } from '../../../../i18n/translate.ts';
import { ChevronRightIcon } from '../../../../ui/icons.ts';
import { CodeLabel } from '../../../../ui/labels/code-label.tsx';
import { stripBrackets } from '../../../../ui/labels/plain-label.ts';
import type { SheetCell } from '../../../../ui/sheet/sheet-types.ts';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import { Thumbnail } from '../../../../ui/thumbnail/thumbnail.tsx';
import { PRODUCT_GRID } from '../edits/product-grid-source.ts';
import { type ExpandableRows, familyDepth } from '../levels/expandable-rows.ts';

/** Data that cells are shown with, beside their product. */
interface Shown {
  readonly model: GridSchema;
  readonly scopes: ComparedScopes;
  readonly staged: StagedCells;
  readonly waiting: StagedCells;
}

/** Returns the cell of a value of a product, with the mark of one that is missing. */
export const productCell = (
  product: GridProduct,
  column: GridColumn,
  cell: CellRef,
  { model, scopes, staged, waiting }: Shown,
): SheetCell =>
  valueCell(PRODUCT_GRID, product, column, cell, {
    schema: model,
    staged,
    waiting,
    isMissing: () => isMissing(product, column, cell, scopes),
  });

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
  const priceCell: SheetCell = price?.cell ? productCell(product, price, price.cell, shownBy) : { text: '' };
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
