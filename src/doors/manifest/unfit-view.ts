import { type GraphQLSchema, Kind } from 'graphql';
import type { ScopeExpression } from '../../kernel/scopes.ts';
import { contradict } from './contradiction.ts';
import type { PreparedDocument } from './exposed-operation.ts';
import type { AnsweredType } from './response/answered-type.ts';
import { implies, scopesOfSelection } from './selection-scopes.ts';

/**
 * Refuses a view that its own caller could not read, which would fail only when it is asked for, and one of a single
 * object without its version, whose answer could have no ETag. Expansions may need more; the door looks at theirs.
 */
export function refuseUnfitView(
  schema: GraphQLSchema,
  prepared: PreparedDocument,
  answered: AnsweredType,
  scope: ScopeExpression,
  name: string,
): void {
  const { kind, type } = answered;
  const isSingle = kind === 'object' || kind === 'written';
  if (isSingle && 'version' in type.getFields() && !prepared.optionalKeys.has('version'))
    contradict(`The view of ${name} does not select 'version', so its answer could have no ETag.`);
  const [operation] = prepared.document.definitions;
  const root = operation?.kind === Kind.OPERATION_DEFINITION ? schema.getRootType(operation.operation) : null;
  if (operation?.kind !== Kind.OPERATION_DEFINITION || root == null) return;
  const needed = scopesOfSelection(schema, root, operation.selectionSet.selections);
  const beyond = needed.filter((one) => !implies(scope, one));
  if (beyond.length > 0) {
    const words = beyond.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ');
    contradict(`The view of ${name} needs ${words}, more than its operation's scope.`);
  }
}
