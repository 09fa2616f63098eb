import { Button } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { t } from '../../../../language/t.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';

const ColumnChoices = lazyPart(async () => (await import('./column-choices.tsx')).ColumnChoices);

/** Shows a button that opens the columns of the grid. */
export function ColumnChooser(props: ComponentProps<typeof ColumnChoices>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setIsOpen(true)}>
        {t('Columns')}
      </Button>
      <Dialog title={isOpen ? t('Columns') : null} onClose={() => setIsOpen(false)}>
        <ColumnChoices {...props} />
      </Dialog>
    </>
  );
}
