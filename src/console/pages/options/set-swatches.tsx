import { Group } from '@mantine/core';
import { toSwatch } from '../../catalogue/values/swatch-document.ts';
import { Swatch } from '../../ui/swatch.tsx';
import type { SetRow } from './option-documents.ts';

/** Shows the swatches of the first options of a set; nothing if they have none. */
export const SetSwatches = ({ options }: { readonly options: SetRow['options']['nodes'] }) => (
  <Group component="span" gap={4} wrap="nowrap" aria-hidden="true">
    {options.map(({ code, swatch }) => (
      <Swatch key={code} {...toSwatch(swatch)} />
    ))}
  </Group>
);
