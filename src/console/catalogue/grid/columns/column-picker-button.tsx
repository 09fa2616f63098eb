import { Button } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';

const ColumnPicker = lazyComponent(async () => (await import('./column-picker.tsx')).ColumnPicker);

/** Shows a button that opens the columns of the grid. */
export function ColumnPickerButton(props: ComponentProps<typeof ColumnPicker>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setIsOpen(true)}>
        {t('Columns')}
      </Button>
      <Dialog title={isOpen ? t('Columns') : null} onClose={() => setIsOpen(false)}>
        <ColumnPicker {...props} />
      </Dialog>
    </>
  );
}
