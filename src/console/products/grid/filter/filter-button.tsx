import { Button } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { t } from '../../../language/t.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const FilterBuilder = lazyPart(async () => (await import('./filter-builder.tsx')).FilterBuilder);

/** A button that opens all conditions of the search, to be changed together. */
export function FilterButton(props: Omit<ComponentProps<typeof FilterBuilder>, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setIsOpen(true)}>
        {t('Filter')}
      </Button>
      <Dialog title={isOpen ? t('Filter products') : null} size="xl" onClose={close}>
        <FilterBuilder {...props} onClose={close} />
      </Dialog>
    </>
  );
}
