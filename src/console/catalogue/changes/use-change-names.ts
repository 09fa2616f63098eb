import { useQuery } from '@tanstack/react-query';
import { useViewScope } from '../../api/view-scope.ts';
import { bulkChoicesQuery } from '../properties/bulk-documents.ts';
import { attributeLabelsQuery } from './attribute-labels.ts';
import { attributeOf, type CellPlace, type Names } from './cell-text.ts';
import { useNamesOf } from './use-names.ts';

const LISTED: readonly (string | null)[] = ['attribute_set', 'categories'];

/** The words for changes of any products: labels of attributes, options, units, channels, categories and attribute sets. */
export function useChangeNames(changes: readonly Pick<CellPlace, 'path'>[]): Names {
  const { locale } = useViewScope();
  const names = useNamesOf(
    useQuery(attributeLabelsQuery).data ?? [],
    changes.flatMap(({ path }) => attributeOf(path) ?? []),
  );
  const { data } = useQuery({
    ...bulkChoicesQuery(locale?.code ?? ''),
    enabled: changes.some(({ path }) => LISTED.includes(path)),
  });
  const labels = (list: readonly { readonly code: string; readonly label: string }[] = []) =>
    new Map(list.map(({ code, label }) => [code, label]));
  return {
    ...names,
    options: new Map([
      ...names.options,
      ['channels', names.channels],
      ['categories', labels(data?.categories)],
      ['attribute_set', labels(data?.attributeSets)],
    ]),
  };
}
