import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import type { Condition } from '../../search/conditions.ts';

const FilterBuilder = lazyComponent(async () => (await import('./filter-builder.tsx')).FilterBuilder);

/** Condition to be filled in when the filter opens, or none. */
export interface FilterDraft {
  readonly condition: Condition | null;
}

/** Shows a button that opens all conditions of the search, to be changed together. */
export function FilterButton({
  title,
  opened,
  onOpen,
  ...props
}: Omit<ComponentProps<typeof FilterBuilder>, 'initialCondition' | 'onClose'> & {
  /** Title of the dialog: `Filter products`. */
  readonly title: string;
  /** It is null while it is closed. */
  readonly opened: FilterDraft | null;
  readonly onOpen: (opened: FilterDraft | null) => void;
}) {
  return (
    <>
      <Button variant="default" size="xs" onClick={() => onOpen({ condition: null })}>
        {t('Filter')}
      </Button>
      <Dialog title={opened === null ? null : title} size="xl" onClose={() => onOpen(null)}>
        <FilterBuilder {...props} initialCondition={opened?.condition ?? null} onClose={() => onOpen(null)} />
      </Dialog>
    </>
  );
}
