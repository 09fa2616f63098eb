import { Button, Text } from '@mantine/core';
import type { ScopeContext } from '../../../../api/view-scope.ts';
import type { ColumnAddress } from '../../../../catalogue/columns/column-address.ts';
import type { GridModel } from '../../../../catalogue/columns/column-documents.ts';
import { type GridColumn, toColumn } from '../../../../catalogue/columns/grid-column.ts';
import type { PageScope } from '../../../../catalogue/search/filter-json.ts';
import { t } from '../../../../language/t.ts';
import { addColumns, withCompared } from './use-columns.ts';

/** Maximum number of columns that are added at once. */
const MOST = 12;

/** Returns the attributes of the listed sets that have other values in the context to compare with. */
export function comparableOf(
  model: GridModel,
  page: PageScope,
  compare: ScopeContext,
  sets: readonly (string | undefined)[],
): readonly string[] {
  const listed = new Set(sets);
  return (
    model.attributes
      .filter(({ attributeSets }) => attributeSets.some(({ code }) => listed.has(code)))
      .filter(({ code }) => {
        const column = toColumn({ code }, model, page);
        return column !== null && withCompared([column], model, page, compare).length > 1;
      })
      // Names come before long texts.
      .toSorted((one, other) => Number(other.type === 'TEXT') - Number(one.type === 'TEXT'))
      .map(({ code }) => code)
      .slice(0, MOST)
  );
}

/** Says why nothing stands beside the columns although there is a context to compare with, and adds columns that have it. */
export function NothingCompared(props: {
  readonly model: GridModel;
  readonly page: PageScope;
  readonly compare: ScopeContext;
  readonly own: readonly GridColumn[];
  /** The attribute sets of the listed products. */
  readonly sets: readonly (string | undefined)[] | undefined;
  readonly onChange: (columns: readonly ColumnAddress[]) => void;
}) {
  const { model, page, compare, own, sets = [], onChange } = props;
  const codes = comparableOf(model, page, compare, sets);
  return (
    <Text className="row" size="xs" c="dimmed" w="100%" role="status">
      {t('Nothing to compare with {locale}: these columns have one value for both.', {
        locale: `${compare.channel.label} · ${compare.locale.label}`,
      })}
      {codes.length === 0 ? null : (
        <Button size="compact-xs" variant="subtle" onClick={() => onChange(addColumns(own, codes))}>
          {t('Show translatable columns')}
        </Button>
      )}
    </Text>
  );
}
