import { t } from '../../../../i18n/translate.ts';
import { TextLink } from '../../../../ui/text-link.tsx';
import type { StagedCell } from './staged-cells.ts';

/** Shows a link to the product that has the unique value of a rejected cell; nothing for other rejections. */
export function UniqueValueOwner({ cell: { takenBy, column } }: { readonly cell: StagedCell }) {
  if (takenBy === undefined || takenBy === null) return null;
  const field = column.cell?.attribute.code;
  return (
    <TextLink to="/products/$sku" params={{ sku: takenBy }} search={field === undefined ? {} : { field }}>
      {t('Open {name}', { name: takenBy })}
    </TextLink>
  );
}
