import { t } from '../../../i18n/translate.ts';
import type { ExposableAttribute } from './storefront-documents.ts';

export interface AttributeGroup {
  readonly code: string;
  readonly label: string;
  readonly attributes: readonly ExposableAttribute[];
}

/** Returns attributes by their group, both in their order; those without a group come last. */
export function groupExposableAttributes(attributes: readonly ExposableAttribute[]): AttributeGroup[] {
  const byCode = Map.groupBy(attributes, ({ group }) => group?.code ?? '');
  return [...byCode]
    .map(([code, members]) => ({
      code,
      label: members[0]?.group?.label ?? t('Without group'),
      position: members[0]?.group?.sortOrder ?? Number.POSITIVE_INFINITY,
      attributes: members.toSorted((one, other) => (one.sortOrder ?? 0) - (other.sortOrder ?? 0)),
    }))
    .sort((one, other) => one.position - other.position);
}

/** Returns true if the label, the code or the name in the schema has all the terms. */
export function matchesSearch({ label, code, apiName }: ExposableAttribute, searchText: string): boolean {
  const text = `${label} ${code} ${apiName ?? ''}`.toLowerCase();
  return searchText
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
