import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import ErrorsPlugin from '@pothos/plugin-errors';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import ValidationPlugin from '@pothos/plugin-validation';
import { getNamedType, getNullableType, isLeafType, isListType } from 'graphql';
import { RequestError } from '../kernel/errors.ts';
import { decodeId, encodeId, ID_PREFIXES, type IdentifiedType } from '../kernel/ids.ts';
import type { JsonValue } from '../kernel/json.ts';
import { localized, verbatim } from '../kernel/problems/messages/message.ts';
import type { ScopeExpression } from '../kernel/scopes.ts';
import { hasScope } from '../kernel/scopes.ts';
import type { HistoryPoint } from '../kernel/text/history-point.ts';
import { accessDenied } from '../platform/operation/authorize.ts';
import type { PrismaClient } from '../platform/prisma/generated/client/client.ts';
import type PrismaTypes from '../platform/prisma/generated/pothos-types.ts';
import { getDatamodel } from '../platform/prisma/generated/pothos-types.ts';
import type { RequestContext } from './context.ts';
import './extensions.ts';
import { nodeScopeOf } from './read-scope.ts';

/** Limits of one document; the API rejects a larger one before it runs. */
export const DOCUMENT_LIMITS = { depth: 12, nodes: 10_000, tokens: 1_000, bytes: 16_384 } as const;

export interface SchemaTypes {
  Context: RequestContext;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  DefaultInputFieldRequiredness: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  AuthScopes: { holds: ScopeExpression };
  Scalars: {
    ID: { Input: string; Output: string };
    JSON: { Input: JsonValue; Output: JsonValue };
    Decimal: { Input: string; Output: string };
    Factor: { Input: string; Output: string };
    Date: { Input: string; Output: string };
    DateTime: { Input: string; Output: Date | string };
    BigInt: { Input: string; Output: string };
    Bound: { Input: string; Output: string };
    Moment: { Input: HistoryPoint; Output: never };
  };
}

/** {@link SchemaTypes} with Pothos' own defaults, for helpers that take references. */
export type PothosTypes = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** Function that declares the fields of an input type, for fields that several inputs share. */
export type InputFields = PothosSchemaTypes.InputFieldBuilder<PothosTypes, 'InputObject'>;

/** Grant of the payload's field on the object that was written: it makes the object's key facts readable. */
export const WRITTEN_GRANT = ['written'];

/**
 * Options of a field that returns a state of the written object, as `version`. The caller who wrote the object reads
 * it without the read scope of its type, where the payload's field declares {@link WRITTEN_GRANT}; everybody else
 * needs that scope.
 */
export const keyField = <Scope extends ScopeExpression>(scope: Scope) => ({
  skipTypeScopes: true as const,
  authScopes: { $any: { holds: scope, $granted: 'written' } },
});

const isIdentified = (typename: string): typename is IdentifiedType => typename in ID_PREFIXES;

/** The one builder of the catalogue graph. Modules add their types and fields to it in their `*.graphql.ts`. */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [ScopeAuthPlugin, ErrorsPlugin, RelayPlugin, PrismaPlugin, ValidationPlugin, ComplexityPlugin],
  defaultFieldNullability: false,
  prisma: {
    client: (context) => context.prisma as PrismaClient,
    dmmf: getDatamodel(),
    onUnusedQuery: null,
  },
  relay: {
    cursorType: 'String',
    nodeTypeOptions: {
      description: 'An object with an id that is the same in every API and every event.',
    },
    // Clients keep objects by their id, so it comes with the code that refers to one.
    idFieldOptions: {
      description: 'Id, the same in every API and every event.',
      skipTypeScopes: true,
    },
    pageInfoTypeOptions: { description: 'Where a page ends (Relay cursor connections).' },
    hasNextPageFieldOptions: { description: 'Whether there are items after this page.' },
    hasPreviousPageFieldOptions: { description: 'Always false: lists can only be read forwards.' },
    startCursorFieldOptions: { description: 'Cursor of the first item; null on an empty page.' },
    endCursorFieldOptions: {
      description: 'Cursor of the last item; `after` of the next page. Null on an empty page.',
    },
    nodesQueryOptions: false,
    nodeQueryOptions: {
      description:
        'Any object by its id; null if the id does not exist, belongs to another organization, was deleted or is malformed.',
      args: { id: { description: 'Id of the object.' } },
      extensions: { operation: { name: 'node', scope: 'authenticated', effect: 'read', retry: 'safe' } },
      nullable: true,
      authScopes: { holds: 'authenticated' },
      resolve: (_root, { id }, context, { schema }, resolveNode) => {
        const scope = nodeScopeOf(schema.getType(id.typename));
        if (scope === null) return null;
        if (!hasScope(context.caller, scope))
          throw accessDenied(context.caller, scope, localized('reading-type', { name: id.typename }));
        return resolveNode(id);
      },
    },
    encodeGlobalID: (typename, id, context) => {
      if (!isIdentified(typename)) throw new Error(`${typename} has no id prefix; add it to ID_PREFIXES.`);
      return `${context.isDryRun ? 'dry_' : ''}${encodeId(typename, String(id))}`;
    },
    decodeGlobalID: (globalId) => {
      const decoded = decodeId(globalId);
      return decoded === null ? { typename: '', id: '' } : { typename: decoded.type, id: decoded.uuid };
    },
  },
  scopeAuth: {
    authorizeOnSubscribe: true,
    cacheKey: (value) => JSON.stringify(value),
    authScopes: (context) => ({
      holds: (scope) => context.session !== null && hasScope(context.session, scope),
    }),
    unauthorizedError: (_parent, context, info, result) => {
      if (context.session === null) return new RequestError('missing-token', localized('token-required'));
      const scope = failedScope(result.failure) ?? 'authenticated';
      return accessDenied(context.session, scope, `${info.parentType.name}.${info.fieldName}`);
    },
  },
  errors: { directResult: true },
  validation: {
    validationError: (failure) => {
      const message = failure.issues.map((issue) => issue.message).join(' ');
      return new RequestError('invalid-parameter', verbatim(message));
    },
  },
  // The API measures the cost of a document and rejects it before anything of it runs.
  complexity: {
    // An object is a node and costs 1; its leaves come with it. A list without paging is taken to have five items.
    fieldComplexity: (_arguments, _context, field) => ({
      field: isLeafType(getNamedType(field.type)) ? 0 : 1,
      multiplier: isListType(getNullableType(field.type)) ? 5 : 1,
    }),
  },
});

function failedScope(failure: {
  kind: string;
  parameter?: unknown;
  failures?: readonly unknown[];
}): ScopeExpression | null {
  if (failure.kind === 'AuthScope') return failure.parameter as ScopeExpression;
  for (const inner of failure.failures ?? []) {
    const innerScope = failedScope(inner as typeof failure);
    if (innerScope !== null) return innerScope;
  }
  return null;
}

builder.queryType({ description: 'All read operations.' });
builder.mutationType({ description: 'All write operations. Each field is one transaction.' });
builder.subscriptionType({
  description: 'Live updates with server-sent events. Send `Accept: text/event-stream`.',
});
