import { CODE_PATTERN } from '../../kernel/codes.ts';
import type { ResourceDefinition, ResourceDocument } from './resource.ts';
import type { ListSettings } from './resource-list.ts';
import { CODE_HINT, defineResourceOperations, type ResourceOperations } from './resource-operations.ts';
import { defineResourceReads, type ResourceReads, type RowWithCode } from './resource-reads.ts';

/** A definition without the parts that most kinds have alike. */
export type ResourceSettings<Document extends ResourceDocument, References, Filter> = Omit<
  ResourceDefinition<Document, References>,
  'codeRule' | 'immutable' | 'localized' | 'references'
> &
  Partial<Pick<ResourceDefinition<Document, References>, 'codeRule' | 'immutable' | 'localized'>> & {
    /** References that rules need where they use more than the documents themselves. */
    readonly references?: ResourceDefinition<Document, References>['references'];
    readonly list?: ListSettings<Filter>;
  };

/** One kind of configuration: its definition and the operations that are derived from it. */
export type Resource<Row, Document extends ResourceDocument, References, Filter> = ResourceDefinition<
  Document,
  References
> &
  ResourceOperations &
  ResourceReads<Row, Filter>;

/** Defines a kind of configuration: create, update, upsert, delete, get, list and the look-up by code follow. */
export function defineResource<
  Row extends RowWithCode,
  Document extends ResourceDocument,
  References = null,
  Filter = unknown,
>({
  list = {},
  ...settings
}: ResourceSettings<Document, References, Filter>): Resource<Row, Document, References, Filter> {
  const definition: ResourceDefinition<Document, References> = {
    codeRule: { pattern: CODE_PATTERN, hint: CODE_HINT },
    immutable: ['code'],
    localized: [],
    references: async () => null as References,
    ...settings,
  };
  return {
    ...definition,
    ...defineResourceOperations(definition),
    ...defineResourceReads<Row, Filter>(definition, list),
  };
}
