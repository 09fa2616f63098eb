import type { ReactNode } from 'react';
import { missingText } from '../../../catalogue/labels/label-columns.ts';
import { OptionLabel } from '../../../catalogue/values/option-editor.tsx';
import { localeTag, t } from '../../../i18n/translate.ts';
import type { SheetCell } from '../../../ui/sheet/sheet-types.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { formatValue } from '../content/option-cell.ts';
import { cellValue, labelColumn, type OptionColumn, type OptionValue } from '../content/option-values.ts';
import { ADDING_ROW, labelOfRow, type OptionRow } from './option-rows.ts';
import { swatchOf } from './swatch-files.ts';

/** Values that all cells of a sheet share. */
export interface CellScope {
  /** Locales of the columns of labels; the first names the options. */
  readonly locales: readonly string[];
  /** Reasons why cells cannot be saved, by option and column: `brass/swatch`. */
  readonly faults: ReadonlyMap<string, string>;
  /** Returns the search of the grid for the products that have an option; null if no attribute uses the set. */
  readonly productsOf: (code: string) => object | null;
}

/** Returns a cell of the sheet. */
export function optionCell(row: OptionRow, column: string, isFirst: boolean, scope: CellScope): SheetCell {
  if (row === ADDING_ROW) return { text: '', content: isFirst ? <AddingHint /> : undefined };
  if (column === 'code')
    return {
      text: row.code,
      content: <span className="code">{row.code}</span>,
      tone: row.stored === null ? 'staged' : undefined,
    };
  if (column === 'products') return productsCell(row, scope);
  const key = column as OptionColumn;
  const text = formatValue(cellValue(row.values, key));
  const locale = scope.locales.find((one) => labelColumn(one) === key);
  if (locale !== undefined && text === '' && !row.changed.has(key) && !row.conflicts.has(key))
    return isFirst
      ? { ...missingText(row.values.labels, locale), content: <RowLabel row={row} locales={scope.locales} /> }
      : missingText(row.values.labels, locale);
  return {
    text,
    content: isFirst ? <RowLabel row={row} locales={scope.locales} /> : contentOf(key, row, text),
    ...markOf(row, key, scope),
  };
}

const AddingHint = () => <span className="quiet">{t('Enter a label, or paste a table')}</span>;

/** Shows the label of an option beside its swatch; its code in quiet ink where this locale has none. */
function RowLabel({ row, locales }: { readonly row: OptionRow; readonly locales: readonly string[] }) {
  const own = row.values.labels[locales[0] ?? ''] ?? '';
  const { color, image } = swatchOf(row);
  return own === '' ? (
    <span className="quiet">
      <OptionLabel option={{ code: row.code, label: labelOfRow(row, locales), names: [], color, image }} />
    </span>
  ) : (
    <OptionLabel option={{ code: row.code, label: own, names: [], color, image }} />
  );
}

function contentOf(column: OptionColumn, row: OptionRow, text: string): ReactNode {
  if (column === 'swatch') {
    const { name, ...swatch } = swatchOf(row);
    return <OptionLabel option={{ code: row.code, label: name, names: [], ...swatch }} />;
  }
  if (column === 'active') return row.values.active ? text : <span className="quiet">{text}</span>;
  return column === 'synonyms' ? <span className="quiet">{text}</span> : text;
}

function productsCell({ stored, code }: OptionRow, { productsOf }: CellScope): SheetCell {
  if (stored === null) return { text: '' };
  const { productsCount, productsCountExact } = stored;
  const text = `${productsCount.toLocaleString(localeTag)}${productsCountExact ? '' : '+'}`;
  const search = productsCount === 0 ? null : productsOf(code);
  if (search === null) return { text, content: <span className="quiet">{text}</span> };
  return {
    text,
    content: (
      <TextLink to="/products" search={search} tabIndex={-1}>
        {text}
      </TextLink>
    ),
  };
}

/** Returns the mark of a cell: changed by others, rejected, or not saved yet. */
function markOf(
  { code, changed, conflicts }: OptionRow,
  column: OptionColumn,
  { faults }: CellScope,
): Pick<SheetCell, 'tone' | 'note'> {
  if (conflicts.has(column)) {
    const theirs = conflicts.get(column) as OptionValue | null;
    const value = theirs === null ? t('Deleted') : formatValue(theirs) || t('empty');
    return { tone: 'refused', note: t('Another person changed this to: {value}', { value }) };
  }
  const fault = faults.get(`${code}/${column}`);
  if (fault !== undefined) return { tone: 'refused', note: fault };
  return { tone: changed.has(column) ? 'staged' : undefined };
}
