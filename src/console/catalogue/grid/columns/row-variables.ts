import type { ChannelLocale } from '../../../api/view-scope.ts';
import type { GridColumn } from '../../columns/grid-column.ts';
import type { RowVariables } from '../../search/grid-documents.ts';
import { distinctCodes } from '../../values/value-filter.ts';

/** Returns the variables that request the data of the columns for each row. */
export function rowVariables(
  columns: readonly GridColumn[],
  page: Pick<RowVariables, 'channel' | 'locale'>,
  compare: ChannelLocale | null,
): RowVariables {
  const cells = columns.flatMap(({ cell }) => cell ?? []);
  const distinct = (codes: readonly (string | null)[]) => distinctCodes(codes).toSorted();
  const other =
    compare === null ? null : { otherChannel: compare.channel.code, otherLocale: compare.locale.code };
  return {
    ...page,
    ...(other === null ? {} : { compares: true, ...other }),
    attributes: distinct(cells.map(({ attribute }) => attribute.code)),
    channels: distinct([page.channel, ...cells.map(({ channel }) => channel)]),
    locales: distinct([page.locale, ...cells.map(({ locale }) => locale)]),
  };
}
