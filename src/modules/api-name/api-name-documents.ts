import { foldKey } from '../../kernel/codes.ts';
import { type ApiNamespace, chooseApiNames, foldApiName } from './api-name-rules.ts';

/** Kinds of objects with a name in the schema of a storefront. */
export type ApiNamedKind = 'attribute' | 'association_type' | 'attribute_set' | 'entity_type';

export const NAMESPACE_OF: Readonly<Record<ApiNamedKind, ApiNamespace>> = {
  attribute: 'field',
  association_type: 'field',
  attribute_set: 'type',
  entity_type: 'type',
};

interface NamedDocument {
  readonly code: string;
  /** Name in the API; empty where a process of an earlier release stored the object without one. */
  readonly apiName: string;
}

/**
 * Returns the documents of a namespace, all with a name: what has none gets that of its code, by the order of the
 * codes, one of `first` before one of `second`.
 */
export function assignApiNames<First extends NamedDocument, Second extends NamedDocument>(
  namespace: ApiNamespace,
  first: readonly First[],
  second: readonly Second[],
): readonly [readonly First[], readonly Second[]] {
  const all = [...first, ...second];
  const unnamed = all.flatMap(({ code, apiName }, index) =>
    apiName === '' ? [{ key: String(index), code }] : [],
  );
  if (unnamed.length === 0) return [first, second];
  const usedNames = new Set(all.map(({ apiName }) => foldApiName(namespace, apiName)));
  const inOrder = unnamed.toSorted((a, b) => compare(foldKey(a.code), foldKey(b.code)));
  const names = chooseApiNames(namespace, inOrder, (key) => usedNames.has(key));
  const withApiName = <Document extends NamedDocument>(document: Document, index: number): Document => {
    const apiName = names.get(String(index));
    return apiName === undefined ? document : { ...document, apiName };
  };
  return [
    first.map(withApiName),
    second.map((document, index) => withApiName(document, first.length + index)),
  ];
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
