import { t } from '../../../language/t.ts';
import type { ExposableAttribute } from './front-end-documents.ts';

export interface AttributeGroup {
  readonly code: string;
  readonly label: string;
  readonly attributes: readonly ExposableAttribute[];
}

/** Returns attributes by their group, both in their order; those without a group come last. */
export function groupsOf(attributes: readonly ExposableAttribute[]): AttributeGroup[] {
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
export function matches({ label, code, apiName }: ExposableAttribute, words: string): boolean {
  const text = `${label} ${code} ${apiName ?? ''}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
