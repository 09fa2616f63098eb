import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { Condition } from '../../../../catalogue/search/conditions.ts';
import { t } from '../../../../language/t.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';

const FilterBuilder = lazyPart(async () => (await import('./filter-builder.tsx')).FilterBuilder);

/** Condition to be filled in when the filter opens, or none. */
export interface OpenFilter {
  readonly begun: Condition | null;
}

/** Shows a button that opens all conditions of the search, to be changed together. */
export function FilterButton({
  opened,
  onOpen,
  ...props
}: Omit<ComponentProps<typeof FilterBuilder>, 'begun' | 'onClose'> & {
  /** It is null while it is closed. */
  readonly opened: OpenFilter | null;
  readonly onOpen: (opened: OpenFilter | null) => void;
}) {
  return (
    <>
      <Button variant="default" size="xs" onClick={() => onOpen({ begun: null })}>
        {t('Filter')}
      </Button>
      <Dialog title={opened === null ? null : t('Filter products')} size="xl" onClose={() => onOpen(null)}>
        <FilterBuilder {...props} begun={opened?.begun ?? null} onClose={() => onOpen(null)} />
      </Dialog>
    </>
  );
}
