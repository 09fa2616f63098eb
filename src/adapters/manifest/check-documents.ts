import {
  type GraphQLSchema,
  Kind,
  OverlappingFieldsCanBeMergedRule,
  specifiedRules,
  validate,
} from 'graphql';
import type { ExposedOperation, Manifest, PreparedDocument } from './exposed-operation.ts';
import { ManifestError, ManifestIssue, throwIssue } from './manifest-issue.ts';
import { scopeImplies, scopesOfSelection } from './selection-scopes.ts';

/**
 * Rules of validation, without the check whether fields can be merged: it takes most of the time, and the shape of the
 * response rejects two fields with the same key.
 */
const RULES = specifiedRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule);

/**
 * Checks that the document of every route and tool fits the schema and can be read by its caller. `npm run generate` and
 * the tests call this; a start does not, because all documents together take a second and are the same each time.
 *
 * @throws ManifestError naming every contradiction at once
 */
export function checkDocuments(schema: GraphQLSchema, { operations }: Manifest): void {
  const sentences: string[] = [];
  for (const operation of operations) {
    const routes = operation.rest.flatMap(({ prepared, upsert }) => [
      { prepared, isUpsert: false },
      ...(upsert === null ? [] : [{ prepared: upsert.prepared, isUpsert: true }]),
    ]);
    const tools = operation.mcp === null ? [] : [{ prepared: operation.mcp.prepared, isUpsert: false }];
    for (const { prepared, isUpsert } of [...routes, ...tools]) {
      try {
        refuseInvalid(schema, prepared);
        if (!isUpsert) refuseUnreadable(schema, prepared, operation);
      } catch (error) {
        if (!(error instanceof ManifestIssue)) throw error;
        sentences.push(error.message);
      }
    }
  }
  if (sentences.length > 0) throw new ManifestError(sentences);
}

function refuseInvalid(schema: GraphQLSchema, { name, document }: PreparedDocument): void {
  const [fault] = validate(schema, document, RULES);
  if (fault !== undefined) throwIssue(`The view of ${name} does not fit the schema: ${fault.message}`);
}

/**
 * Rejects a view that its own caller could not read, which would fail only when it is requested. Expansions may need
 * more; the API looks at theirs.
 */
function refuseUnreadable(
  schema: GraphQLSchema,
  { document }: PreparedDocument,
  { name, scope }: ExposedOperation,
): void {
  const [operation] = document.definitions;
  const root = operation?.kind === Kind.OPERATION_DEFINITION ? schema.getRootType(operation.operation) : null;
  if (operation?.kind !== Kind.OPERATION_DEFINITION || root == null) return;
  const needed = scopesOfSelection(schema, root, operation.selectionSet.selections);
  const beyond = needed.filter((one) => !scopeImplies(scope, one));
  if (beyond.length > 0) {
    const scopeNames = beyond.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ');
    throwIssue(`The view of ${name} needs ${scopeNames}, more than its operation's scope.`);
  }
}
