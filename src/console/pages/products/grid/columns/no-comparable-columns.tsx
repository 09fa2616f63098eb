import { Button, Text } from '@mantine/core';
import type { ChannelLocale } from '../../../../api/view-scope.ts';
import type { GridSchema } from '../../../../catalogue/columns/column-documents.ts';
import type { ColumnSpec } from '../../../../catalogue/columns/column-spec.ts';
import { type GridColumn, resolveColumn } from '../../../../catalogue/columns/grid-column.ts';
import { addColumns, withComparisonColumns } from '../../../../catalogue/grid/columns/use-columns.ts';
import type { ChannelLocaleCodes } from '../../../../catalogue/search/filter-json.ts';
import { t } from '../../../../i18n/translate.ts';

/** Maximum number of columns that are added at once. */
const MAX_COLUMNS = 12;

/** Returns the attributes of the listed sets that have other values in the context to compare with. */
export function comparableAttributes(
  model: GridSchema,
  page: ChannelLocaleCodes,
  compare: ChannelLocale,
  sets: readonly (string | undefined)[],
): readonly string[] {
  const listed = new Set(sets);
  return (
    model.attributes
      .filter(({ attributeSets }) => attributeSets.some(({ code }) => listed.has(code)))
      .filter(({ code }) => {
        const column = resolveColumn({ code }, model, page);
        return column !== null && withComparisonColumns([column], model, page, compare).length > 1;
      })
      // Names come before long texts.
      .toSorted((one, other) => Number(other.type === 'TEXT') - Number(one.type === 'TEXT'))
      .map(({ code }) => code)
      .slice(0, MAX_COLUMNS)
  );
}

/** Says why nothing stands beside the columns although there is a context to compare with, and adds columns that have it. */
export function NoComparableColumns(props: {
  readonly model: GridSchema;
  readonly page: ChannelLocaleCodes;
  readonly compare: ChannelLocale;
  readonly own: readonly GridColumn[];
  /** The attribute sets of the listed products. */
  readonly sets: readonly (string | undefined)[] | undefined;
  readonly onChange: (columns: readonly ColumnSpec[]) => void;
}) {
  const { model, page, compare, own, sets = [], onChange } = props;
  const codes = comparableAttributes(model, page, compare, sets);
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
