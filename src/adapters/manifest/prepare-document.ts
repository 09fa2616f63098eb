import {
  astFromValue,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  Kind,
  parse,
  print,
  typeFromAST,
  valueFromAST,
} from 'graphql';
import type { FacetSelections } from '../../graphql/extensions.ts';
import { once } from '../../kernel/once.ts';
import type {
  OutputKey,
  OutputShape,
  PreparedDocument,
  PreparedExpansion,
  PreparedVariable,
  ResponseMapping,
} from './exposed-operation.ts';
import { throwIssue } from './manifest-issue.ts';
import { snakeCase } from './names.ts';
import { defaultSelection, outputKeys, outputShape } from './response/output-shape.ts';
import { KEY_FIELDS_ONLY, restrictSelections } from './response/restrict-selections.ts';
import { possibleErrorsOf, type ReturnedType } from './response/returned-type.ts';
import { scopesOfSelection } from './selection-scopes.ts';
import { expansionSwitch, readView, type View, type ViewedType } from './view.ts';

/** Selection that a document requests. */
export interface DocumentSource {
  /** Name of the field in sentences: "updateProduct". */
  readonly fieldPath: string;
  readonly kind: 'query' | 'mutation';
  /** The fields from the root down to the one that answers. */
  readonly fields: readonly GraphQLField<unknown, unknown>[];
  readonly answered: ReturnedType;
  /** Instead of the view of the type. */
  readonly view: string | undefined;
  /** Instead of the expansions of the type; a view of its own has none unless they are given. */
  readonly expansions?: Readonly<Record<string, string>> | undefined;
  /** Instead of what the field of facets says. */
  readonly facets?: FacetSelections | undefined;
  /** Limit of the count of a list that is counted without a request for it; see `totalCount`. */
  readonly countsUpTo?: number;
  /** Arguments that the document does not pass. */
  readonly leavesOut?: readonly string[] | undefined;
  /** `upsert`: a batch of one item, answered by the object it is about. */
  readonly upsert?: { readonly type: GraphQLObjectType };
}

/** Returns true if a document passes an argument; the idempotency key comes in a header. */
const isPassed = ({ name }: GraphQLArgument, leavesOut: readonly string[] = []): boolean =>
  name !== 'idempotencyKey' && !leavesOut.includes(name);

/** Prepares the one document of an exposure, with what goes in and what comes out. */
export function prepareDocument(schema: GraphQLSchema, request: DocumentSource): PreparedDocument {
  const { fieldPath, kind, fields, leavesOut } = request;
  const view = guardView(schema, request, viewFor(schema, request));
  const declared = new Map<string, DeclaredVariable>();
  for (const argument of fields.flatMap(({ args }) => args)) {
    if (!isPassed(argument, leavesOut)) continue;
    if (declared.has(argument.name)) throwIssue(`${fieldPath} has two arguments named '${argument.name}'.`);
    declared.set(argument.name, { argument, text: argumentText(argument), source: 'argument' });
  }
  for (const [name, { declared: text, argument }] of view.variables) {
    if (!declared.has(name))
      declared.set(name, { argument, text: text ?? argumentText(argument), source: 'view' });
  }
  for (const { variable, argument } of facetArguments(request)) {
    if (declared.has(variable)) continue;
    const text = variable === FACETS ? '[String!]! = []' : argumentText(argument);
    declared.set(variable, { argument, text, source: 'view' });
  }
  const onlyNamed = keysOnlyNamed(request);
  const switches = [
    ...[...view.optionalKeys].flatMap(([key, name]) =>
      name === null ? [] : [`$${name}: Boolean! = ${!onlyNamed.has(key)}`],
    ),
    ...[...view.expansions.keys()].map((name) => `$${expansionSwitch(name)}: Boolean! = false`),
    ...(request.answered.kind === 'page'
      ? [`$with_count: Boolean! = ${request.countsUpTo !== undefined}`]
      : []),
    ...(view.guarded === null ? [] : [`$${KEY_FIELDS_ONLY}: Boolean! = false`]),
  ];
  const heads = [...[...declared].map(([name, { text }]) => `$${name}: ${text}`), ...switches];
  const head = heads.length === 0 ? '' : `(${heads.join(', ')})`;
  const documentOf = once(() => {
    const selection = selectionOf(request, view);
    const fragment = selection.includes(SPREAD) ? problemFragment(schema) : '';
    const name = fieldPath.replaceAll(/\W/g, '_');
    return parse(`${kind} ${name}${head} ${nested(request, selection)} ${fragment}`, { noLocation: true });
  });
  const textOfDocument = once(() => print(documentOf()));
  const variables = once(() => variablesOf(schema, head, declared));
  return {
    name: fieldPath,
    get document() {
      return documentOf();
    },
    get text() {
      return textOfDocument();
    },
    get variables() {
      return variables();
    },
    optionalKeys: view.optionalKeys,
    expansions: expansionsOf(schema, request, view),
    guarded: view.guarded,
    answer: answerOf(schema, request, view),
  };
}

const FACETS = 'facets';
const FACET_DETAILS = 'facetDetails';

/** Returns the field of a list that counts. */
function facetsField({ answered, fields }: DocumentSource): GraphQLField<unknown, unknown> | undefined {
  const connection = getNamedType(fields.at(-1)?.type);
  return answered.kind === 'page' && isObjectType(connection) ? connection.getFields()[FACETS] : undefined;
}

/**
 * Returns the arguments that say what is counted and the variable of each: facets are part of every response, empty
 * unless requested. Labels are in the locale of the rest. A tool that says itself what it sends leaves the order as it
 * is.
 */
function facetArguments(request: DocumentSource) {
  const all = facetsField(request)?.args ?? [];
  const on = all.find(isRequiredArgument);
  if (on === undefined) return [];
  const others = all.filter((argument) => argument !== on);
  return [
    { variable: FACETS, argument: on },
    ...others.flatMap((argument) => {
      if (argument.name === 'locale') return [{ variable: 'locale', argument }];
      return request.facets === undefined ? [{ variable: 'facetOrder', argument }] : [];
    }),
  ];
}

interface DeclaredVariable {
  readonly argument: GraphQLArgument;
  /** Type and default: `Int! = 25`. */
  readonly text: string;
  readonly source: 'argument' | 'view';
}

function argumentText({ type, defaultValue }: GraphQLArgument): string {
  const literal = defaultValue === undefined ? null : astFromValue(defaultValue, type);
  return literal == null ? String(type) : `${type} = ${print(literal)}`;
}

/** Returns true for an object without an id of its own, which is sent complete unless a view states otherwise. */
function isPlainData(kind: ReturnedType['kind'], type: ViewedType): boolean {
  return kind === 'payload' || !type.getInterfaces().some(({ name }) => name === 'Node');
}

const NO_VIEW: View = {
  selections: [],
  text: '',
  variables: new Map(),
  optionalKeys: new Map(),
  expansions: new Map(),
  guarded: null,
};

function viewFor(schema: GraphQLSchema, request: DocumentSource): View {
  const { answered, fieldPath } = request;
  if (answered.kind === 'value') return NO_VIEW;
  const { type } = answered;
  const isOwn = request.view !== undefined;
  const isProjectable = answered.kind !== 'batch' && answered.kind !== 'payload';
  const viewed = request.upsert?.type ?? type;
  const text =
    request.view ??
    viewed.extensions.view ??
    (isPlainData(answered.kind, viewed) ? defaultSelection(viewed) : undefined);
  if (text === undefined)
    throwIssue(`${fieldPath} answers ${viewed.name}, which has no view: declare one beside the type.`);
  const expansions = request.expansions ?? (isOwn ? {} : (viewed.extensions.expansions ?? {}));
  return readView(
    schema,
    viewed,
    { text, expansions },
    fieldPath,
    isProjectable || request.upsert !== undefined,
  );
}

/** Returns the top-level keys that a list sends only where `fields` names them. */
function keysOnlyNamed({ answered, view }: DocumentSource): ReadonlySet<string> {
  const isList = answered.kind === 'page' && view === undefined;
  return new Set(isList ? (answered.type.extensions.onlyNamedInLists ?? []).map(snakeCase) : []);
}

/** Lets a view of what was written leave out what its caller may not read. */
function guardView(
  schema: GraphQLSchema,
  { kind, fields, answered, upsert }: DocumentSource,
  view: View,
): View {
  const scope = fields.at(-1)?.extensions.operation?.scope;
  if (kind !== 'mutation' || scope === undefined || answered.kind === 'value') return view;
  const isWritten = answered.kind === 'written' || upsert !== undefined;
  const type = upsert?.type ?? answered.type;
  const guarded = restrictSelections(schema, type, withSwitches(view), { scope, isWritten });
  if (guarded.scopes.length === 0) return view;
  const keys = guarded.fields.map((node) => snakeCase(node.alias?.value ?? node.name.value));
  return {
    ...view,
    text: guarded.selections.map(print).join(' '),
    guarded: { scopes: guarded.scopes, keys: new Set(keys) },
  };
}

/** Returns the fields from the root, each with its arguments, around the selection of the response. */
function nested({ fields, leavesOut }: DocumentSource, selection: string): string {
  return fields.reduceRight((inner, { name, args }) => {
    const passed = args.filter((argument) => isPassed(argument, leavesOut));
    const call =
      passed.length === 0 ? '' : `(${passed.map((one) => `${one.name}: $${one.name}`).join(', ')})`;
    return `{ ${name}${call} ${inner} }`;
  }, selection);
}

function selectionOf(request: DocumentSource, view: View): string {
  const { answered, fields, fieldPath } = request;
  const field = fields.at(-1);
  const hasRefusals = field !== undefined && possibleErrorsOf(field, fieldPath).length > 0;
  const inUnion = (payload: GraphQLObjectType, selection: string) =>
    hasRefusals ? `{ __typename ... on ${payload.name} { ${selection} } ${SPREAD} }` : `{ ${selection} }`;
  switch (answered.kind) {
    case 'object':
    case 'items':
      return `{ ${view.text} }`;
    case 'page':
      return `{ nodes { ${view.text} } pageInfo { endCursor hasNextPage } ${countSelection(request)} @include(if: $with_count) ${facetsSelection(request)} ${pageLeaves(request).join(' ')} }`;
    case 'value':
      return '';
    case 'payload':
      return isObjectType(answered.type) ? inUnion(answered.type, view.text) : `{ ${view.text} }`;
    case 'written': {
      const leaves = leavesOf(answered.payload).join(' ');
      return inUnion(answered.payload, `${leaves} ${answered.key} { ${view.text} }`);
    }
    case 'batch': {
      if (request.upsert !== undefined) {
        const { key, isInterface } = itemObjectField(answered.type, request.upsert.type, fieldPath);
        const object = isInterface ? `... on ${request.upsert.type.name} { ${view.text} }` : view.text;
        return inUnion(answered.payload, `results { outcome problem { ${SPREAD} } ${key} { ${object} } }`);
      }
      const counters = leavesOf(answered.payload).join(' ');
      return inUnion(answered.payload, `${counters} results { ${view.text} problem { ${SPREAD} } }`);
    }
  }
}

function countSelection({ fields, countsUpTo }: DocumentSource): string {
  const connection = getNamedType(fields.at(-1)?.type);
  const countField = isObjectType(connection) ? connection.getFields().totalCount : undefined;
  const isBounded = countsUpTo !== undefined && countField?.args.some(({ name }) => name === 'upTo');
  return isBounded ? `totalCount(upTo: ${countsUpTo})` : 'totalCount';
}

/** Returns the scalar fields of a connection besides those that all connections have. */
function pageLeaves({ fields, leavesOut }: DocumentSource): string[] {
  const field = fields.at(-1);
  const connection = getNamedType(field?.type);
  if (!isObjectType(connection)) return [];
  const takesChanges = field?.args.some((one) => one.name === CHANGES && isPassed(one, leavesOut));
  return leavesOf(connection).filter(
    (name) =>
      name !== 'totalCount' && (takesChanges || connection.getFields()[name]?.extensions.ofChanges !== true),
  );
}

/** The argument of lists that can be followed. */
const CHANGES = 'changedSince';

/** Returns the selection of facets, by the key of the response. */
function facetsSelection(request: DocumentSource): string {
  const field = facetsField(request);
  const facet = getNamedType(field?.type);
  if (field === undefined || !isObjectType(facet)) return '';
  const facetArgs = facetArguments(request).map(({ variable, argument }) => `${argument.name}: $${variable}`);
  const call = `${FACETS}(${facetArgs.join(', ')})`;
  const views = request.facets ?? field.extensions.facets;
  if (views === undefined) return `${call} ${defaultSelection(facet)}`;
  return `${call} ${views.values} ${FACET_DETAILS}: ${call} ${views.details}`;
}

function leavesOf(type: GraphQLObjectType): string[] {
  return Object.values(type.getFields())
    .filter(({ type: leaf, args }) => isLeafType(getNamedType(leaf)) && !args.some(isRequiredArgument))
    .map(({ name }) => name);
}

const SPREAD = '...problem';

/** Returns everything that a rejection can say, whichever it is. */
function problemFragment(schema: GraphQLSchema): string {
  const problem = schema.getType('Problem');
  if (!isInterfaceType(problem)) return throwIssue('The schema has refusals but no interface Problem.');
  const common = new Set(Object.keys(problem.getFields()));
  const own = schema.getPossibleTypes(problem).flatMap((type) => {
    const details = defaultSelection(type, common);
    return details === '{  }' ? [] : [`... on ${type.name} ${details}`];
  });
  const shared = defaultSelection(problem).slice(1, -1);
  return `fragment problem on Problem { __typename ${shared} ${own.join(' ')} }`;
}

/** Returns the field of an item's result that leads to the object. */
export function itemObjectField(
  item: ViewedType,
  type: GraphQLObjectType,
  fieldPath: string,
): { readonly key: string; readonly isInterface: boolean } {
  const fields = Object.values(item.getFields());
  const exact = fields.find((field) => getNamedType(field.type) === type);
  if (exact !== undefined) return { key: exact.name, isInterface: false };
  const general = fields.find((field) => {
    const namedType = getNamedType(field.type);
    return isInterfaceType(namedType) && type.getInterfaces().includes(namedType);
  });
  if (general !== undefined) return { key: general.name, isInterface: true };
  return throwIssue(
    `${fieldPath} cannot answer an upsert, because ${item.name} does not lead to a ${type.name}.`,
  );
}

/** @param head the variables of a document in brackets; empty for none */
function variablesOf(
  schema: GraphQLSchema,
  head: string,
  declared: ReadonlyMap<string, DeclaredVariable>,
): PreparedVariable[] {
  const [operation] = parse(`query ${head} { __typename }`, { noLocation: true }).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return [];
  return (operation.variableDefinitions ?? []).map((definition) => {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type as never) as GraphQLInputType;
    const declaration = declared.get(name);
    return {
      name,
      type,
      defaultValue:
        declaration?.source === 'argument'
          ? declaration.argument.defaultValue
          : definition.defaultValue && valueFromAST(definition.defaultValue, type),
      description: declaration?.argument.description ?? '',
      source: declaration?.source ?? 'include',
    };
  });
}

function expansionsOf(
  schema: GraphQLSchema,
  { answered, upsert }: DocumentSource,
  view: View,
): ReadonlyMap<string, PreparedExpansion> {
  if (answered.kind === 'value') return new Map();
  const type = upsert?.type ?? answered.type;
  return new Map(
    [...view.expansions].map(([name, nodes]) => [
      name,
      {
        variable: expansionSwitch(name),
        keys: nodes.map((node) => snakeCase(node.alias?.value ?? node.name.value)),
        scopes: scopesOfSelection(schema, type, nodes),
      },
    ]),
  );
}

function answerOf(schema: GraphQLSchema, request: DocumentSource, view: View): ResponseMapping {
  const { answered, fields, fieldPath, upsert } = request;
  const names = fields.map(({ name }) => name);
  if (answered.kind === 'value')
    return { kind: 'value', path: names, shape: { kind: 'leaf', type: answered.type }, typeName: 'JSON' };
  const { type } = answered;
  const shapeOf = (of: ViewedType): OutputShape => {
    const selections = withSwitches(view);
    try {
      const shape = outputShape(schema, of, selections);
      if (shape.kind !== 'reference') return shape;
      // A response is an object even when it has one key.
      return { kind: 'object', typeName: of.name, keys: [shape.key], omitsNulls: false, shorthand: null };
    } catch (error) {
      return throwIssue(`The view of ${fieldPath} cannot be written as JSON: ${(error as Error).message}.`);
    }
  };
  const typeName = upsert?.type.name ?? type.name;
  if (upsert !== undefined) {
    const { key } = itemObjectField(type, upsert.type, fieldPath);
    const path = [...names, 'results', '0'];
    return {
      kind: 'written',
      path,
      key,
      hasOutcome: true,
      shape: shapeOf(upsert.type),
      leaves: [],
      typeName,
    };
  }
  switch (answered.kind) {
    case 'object':
    case 'payload':
      return { kind: answered.kind, path: names, shape: shapeOf(type), typeName };
    case 'page':
      return {
        kind: 'page',
        path: names,
        item: shapeOf(type),
        typeName,
        facets: facetsShape(schema, request, FACETS),
        facetDetails: facetsShape(schema, request, FACET_DETAILS),
        leaves: leafKeys(schema, getNamedType(request.fields.at(-1)?.type), pageLeaves(request)),
      };
    case 'items':
    case 'batch':
      return { kind: answered.kind, path: names, item: shapeOf(type), typeName };
    case 'written': {
      const leaves = leavesOf(answered.payload);
      const others = leaves.filter((name) => name !== 'outcome' && name !== 'dryRun');
      return {
        kind: 'written',
        path: names,
        key: answered.key,
        hasOutcome: leaves.includes('outcome'),
        shape: shapeOf(type),
        leaves: leafKeys(schema, answered.payload, others),
        typeName,
      };
    }
  }
}

function leafKeys(
  schema: GraphQLSchema,
  type: GraphQLNamedType | undefined,
  names: readonly string[],
): readonly OutputKey[] {
  if (!isObjectType(type) || names.length === 0) return [];
  const [text] = parse(`{ ${names.join(' ')} }`).definitions;
  const selections = text?.kind === Kind.OPERATION_DEFINITION ? text.selectionSet.selections : [];
  return outputKeys(schema, type, selections);
}

function facetsShape(schema: GraphQLSchema, request: DocumentSource, key: string): OutputShape | null {
  const field = facetsField(request);
  if (field === undefined) return null;
  const [operation] = parse(`{ ${facetsSelection(request)} }`, { noLocation: true }).definitions;
  const selections = operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections : [];
  const selected = selections.find(
    (node) => node.kind === Kind.FIELD && (node.alias?.value ?? node.name.value) === key,
  );
  if (selected?.kind !== Kind.FIELD) return null;
  return outputShape(schema, field.type, selected.selectionSet?.selections ?? []);
}

/** The selections as the document has them, so that keys behind a switch are known to be optional. */
function withSwitches(view: View): View['selections'] {
  const [operation] = parse(`{ ${view.text} }`, { noLocation: true }).definitions;
  return operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections : [];
}
