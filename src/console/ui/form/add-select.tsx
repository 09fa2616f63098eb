import { Select, type SelectProps } from '@mantine/core';
import { t } from '../../i18n/translate.ts';

/** Finds what is to be added by typing; Enter takes the first match, and the field is empty again. */
export const AddSelect = ({
  onAdd,
  ...props
}: Omit<SelectProps, 'value' | 'onChange'> & { readonly onAdd: (value: string) => void }) => (
  <Select
    searchable
    selectFirstOptionOnChange
    nothingFoundMessage={t('Nothing found')}
    value={null}
    onChange={(value) => (value === null ? undefined : onAdd(value))}
    {...props}
  />
);
