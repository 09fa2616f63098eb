import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLScalarType,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql';
import {
  type DomainErrorKind,
  PROBLEMS,
  type ProblemCode,
} from '../../../kernel/problems/problem-definitions.ts';
import { throwIssue } from '../manifest-issue.ts';
import type { ViewedType } from '../view.ts';

/** Type of a field's result, by the treatment that an API has to give it. */
export type ReturnedType =
  | { readonly kind: 'object' | 'page' | 'items'; readonly type: ViewedType }
  | {
      readonly kind: 'written';
      readonly payload: GraphQLObjectType;
      /** The payload's field with the object. */
      readonly key: string;
      readonly type: ViewedType;
    }
  | {
      readonly kind: 'batch';
      readonly payload: GraphQLObjectType;
      /** Type of the result for one item. */
      readonly type: ViewedType;
    }
  | { readonly kind: 'payload'; readonly type: ViewedType }
  /** JSON that the schema does not look into. */
  | { readonly kind: 'value'; readonly type: GraphQLScalarType };

const KINDS: Readonly<Record<string, DomainErrorKind>> = {
  ValidationFailed: 'invalid',
  NotPublishable: 'not-publishable',
  NotFound: 'not-found',
  Conflict: 'conflict',
  VersionMismatch: 'version-mismatch',
};

/** Looks through nullability, lists, connections, payloads and unions with rejections. */
export function returnedTypeOf(field: GraphQLField<unknown, unknown>, fieldPath: string): ReturnedType {
  const type = getNullableType(field.type);
  if (isListType(type)) return { kind: 'items', type: asViewedType(getNamedType(type), fieldPath) };
  const namedType = getNamedType(type);
  if (isUnionType(namedType)) return payloadType(successOf(field, fieldPath), fieldPath);
  if (isScalarType(namedType) && namedType.name === 'JSON') return { kind: 'value', type: namedType };
  const viewType = asViewedType(namedType, fieldPath);
  if (isObjectType(viewType) && isConnection(viewType)) {
    const nodes = viewType.getFields().nodes;
    return { kind: 'page', type: asViewedType(getNamedType(nodes?.type), fieldPath) };
  }
  const isPayload = isObjectType(viewType) && (viewType.extensions.answers ?? viewType.extensions.isBatch);
  return isPayload ? payloadType(viewType, fieldPath) : { kind: 'object', type: viewType };
}

function payloadType(payload: GraphQLObjectType, fieldPath: string): ReturnedType {
  const fields = payload.getFields();
  const { answers, isBatch } = payload.extensions;
  if (isBatch === true)
    return { kind: 'batch', payload, type: asViewedType(getNamedType(fields.results?.type), fieldPath) };
  if (answers === undefined) return { kind: 'payload', type: payload };
  const object = fields[answers];
  if (object === undefined) throwIssue(`${payload.name} answers '${answers}', which is none of its fields.`);
  return { kind: 'written', payload, key: answers, type: asViewedType(getNamedType(object.type), fieldPath) };
}

function isConnection(type: GraphQLObjectType): boolean {
  const fields = type.getFields();
  return 'nodes' in fields && 'pageInfo' in fields;
}

function asViewedType(type: unknown, fieldPath: string): ViewedType {
  if (isObjectType(type) || isInterfaceType(type)) return type;
  return throwIssue(`${fieldPath} answers ${String(type)}, of which there can be no view.`);
}

/** Returns the member of a result union that is no rejection. */
function successOf(field: GraphQLField<unknown, unknown>, fieldPath: string): GraphQLObjectType {
  const union = getNamedType(field.type);
  const members = isUnionType(union) ? union.getTypes().filter((member) => !isRefusal(member)) : [];
  const [only] = members;
  if (only === undefined || members.length > 1)
    throwIssue(`${fieldPath} has ${members.length} answers that are no errors; an adapter expects one.`);
  return only;
}

function isRefusal(type: GraphQLObjectType): boolean {
  return type.getInterfaces().some(({ name }) => name === 'Problem');
}

/** Returns the rejections of a result union with their kinds. */
export function possibleErrorsOf(
  field: GraphQLField<unknown, unknown>,
  fieldPath: string,
): { readonly type: GraphQLObjectType; readonly kind: DomainErrorKind }[] {
  const union = getNamedType(field.type);
  if (!isUnionType(union)) return [];
  return union
    .getTypes()
    .filter(isRefusal)
    .map((type) => {
      const kind = KINDS[type.name];
      if (kind === undefined) throwIssue(`${fieldPath} can answer ${type.name}, a refusal of no known kind.`);
      return { type, kind };
    });
}

/** Returns every problem of a kind, in the order of the catalogue. */
export function codesOfKind(kind: DomainErrorKind): readonly ProblemCode[] {
  return (Object.keys(PROBLEMS) as ProblemCode[]).filter((slug) => PROBLEMS[slug].kind === kind);
}
