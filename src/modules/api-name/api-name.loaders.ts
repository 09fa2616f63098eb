import { defineLoader } from '../../platform/loader.ts';
import { loadAssignedNames } from './api-name.store.ts';
import { type ApiNamedKind, NAMESPACE_OF } from './api-name-documents.ts';

interface NamedRow {
  readonly kind: ApiNamedKind;
  readonly codeKey: string;
}

const keyOf = ({ kind, codeKey }: NamedRow) => `${kind}/${codeKey}`;

/** Names of what an earlier release stored without. */
export const derivedNameLoader = defineLoader<NamedRow, string>({
  name: 'api_name.derived',
  keyOf,
  async load(context, rows) {
    const names = new Map<string, string>();
    for (const namespace of new Set(rows.map(({ kind }) => NAMESPACE_OF[kind])))
      for (const { kind, key, apiName } of await loadAssignedNames(
        context,
        context.session.organizationId,
        namespace,
      ))
        names.set(keyOf({ kind, codeKey: key }), apiName);
    return names;
  },
});
