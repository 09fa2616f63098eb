import { useQuery } from '@tanstack/react-query';
import { useViewScope } from '../../api/view-scope.ts';
import { bulkEditOptionsQuery } from '../properties/bulk-documents.ts';
import { PROPERTIES } from '../properties/product-properties.tsx';
import { attributeLabelsQuery } from './attribute-labels.ts';
import { attributeFromPath, type ChangeLabels, type ValuePath } from './format-change.ts';
import { useAttributeLabels } from './use-product-labels.ts';

/** The properties whose values are codes of objects. */
const CHOSEN = PROPERTIES.flatMap(({ code, choices }) => (choices === undefined ? [] : [{ code, choices }]));
/** Resources whose objects are requested; the channels are loaded already. */
const READ: ReadonlySet<string | null> = new Set(
  CHOSEN.filter(({ choices }) => choices !== 'channels').map(({ code }) => code),
);

/**
 * Returns the labels for changes of any products: attributes, options, units, channels, categories and attribute sets.
 */
export function useChangeLabels(changes: readonly Pick<ValuePath, 'path'>[]): ChangeLabels {
  const { locale } = useViewScope();
  const names = useAttributeLabels(
    useQuery(attributeLabelsQuery).data ?? [],
    changes.flatMap(({ path }) => attributeFromPath(path) ?? []),
  );
  const { data } = useQuery({
    ...bulkEditOptionsQuery(locale?.code ?? ''),
    enabled: changes.some(({ path }) => READ.has(path)),
  });
  const labels = (list: readonly { readonly code: string; readonly label: string }[] = []) =>
    new Map(list.map(({ code, label }) => [code, label]));
  return {
    ...names,
    options: new Map([
      ...names.options,
      ...CHOSEN.map(
        ({ code, choices }) =>
          [code, choices === 'channels' ? names.channels : labels(data?.[choices])] as const,
      ),
    ]),
  };
}
