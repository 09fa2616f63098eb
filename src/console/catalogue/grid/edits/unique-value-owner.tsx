import { t } from '../../../i18n/translate.ts';
import type { ValueSource } from '../../values/value-source.ts';
import type { StagedCell } from './staged-cells.ts';

/** Shows a link to the object that has the unique value of a rejected cell; nothing for other rejections. */
export function UniqueValueOwner(props: {
  readonly source: Pick<ValueSource, 'ObjectLink'>;
  readonly cell: StagedCell;
}) {
  const { ObjectLink } = props.source;
  const { takenBy, column } = props.cell;
  if (takenBy === undefined || takenBy === null) return null;
  const field = column.cell?.attribute.code;
  return (
    <ObjectLink code={takenBy} field={field}>
      {t('Open {name}', { name: takenBy })}
    </ObjectLink>
  );
}
