import {
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  introspectionTypes,
  isAbstractType,
  isCompositeType,
  isNonNullType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from 'graphql';
import type { JsonValue } from '../../../src/kernel/json.ts';
import type { SeededRandom } from '../../support/seeded-random-from.ts';
import { inputOf } from './graphql-door.ts';
import { createJsonMaker, type Words } from './made-json.ts';

/** One selection of a document that changes step by step. */
interface Selection {
  readonly type: string;
  readonly field: string;
  /** Arguments by name, as variables of these types. */
  readonly given: Readonly<Record<string, { readonly type: string; readonly value: JsonValue }>>;
  /** How often it stands there, each time under another alias. */
  readonly times: number;
  readonly children: readonly Selection[];
}

/** A body as `/graphql` takes it. */
export interface CostlyDocument {
  readonly query: string;
  readonly variables: Readonly<Record<string, JsonValue>>;
}

/** The work that a document caused, by counters and not by the clock. */
export interface WorkDone {
  readonly units: number;
  readonly statements: number;
  readonly rows: number;
  readonly bytes: number;
}

/** One number to climb by. What was done counts more than what was charged for it. */
const costOfWork = ({ units, statements, rows, bytes }: WorkDone): number =>
  units / 20_000 + statements / 200 + rows / 5_000 + bytes / 1_000_000;

export interface Climb {
  readonly schema: GraphQLSchema;
  readonly words: Words;
  readonly random: SeededRandom;
  /** How many documents are tried. */
  readonly documents: number;
  /** Whether the documents may ask for the schema alone, as everybody may. */
  readonly schemaOnly: boolean;
  readonly run: (document: CostlyDocument) => Promise<WorkDone>;
}

/** Those that are changed further. */
const PARENTS = 12;
const LEVELS = 11;
/** Arguments that make a list short or fail. */
const NOT_GIVEN = new Set(['after', 'before', 'dryRun', 'filter', 'asOf', 'refine']);

/**
 * Searches for the documents that cost most: random ones first, then changes of the costliest so far. The same seed and
 * data lead to the same documents.
 *
 * @returns the costliest first, with their cost
 */
export async function findCostliest(
  climb: Climb,
): Promise<readonly { readonly document: CostlyDocument; readonly cost: number; readonly work: WorkDone }[]> {
  const { random, documents, run } = climb;
  const making = makingOf(climb);
  const tried = new Set<string>();
  const best: { roots: readonly Selection[]; document: CostlyDocument; cost: number; work: WorkDone }[] = [];
  for (let index = 0; index < documents; index += 1) {
    const isNew = best.length < PARENTS || index < documents / 5 || random.fraction() < 0.1;
    const roots = isNew ? making.made() : making.changed(random.pick(best).roots);
    const document = written(roots);
    if (document.query === '' || tried.has(document.query)) continue;
    tried.add(document.query);
    const work = await run(document);
    best.push({ roots, document, work, cost: costOfWork(work) });
    best.sort((one, other) => other.cost - one.cost);
    best.length = Math.min(best.length, PARENTS);
  }
  return best;
}

function makingOf({ schema, words, random, schemaOnly }: Climb) {
  const json = createJsonMaker(random, words, () => ({}), 0);
  const happens = (chance: number) => random.fraction() < chance;
  const introspection = new Map(introspectionTypes.map((type) => [type.name, type]));
  const typeNamed = (name: string) => schema.getType(name) ?? introspection.get(name);
  const queryType = schema.getQueryType();
  const meta = [SchemaMetaFieldDef, TypeMetaFieldDef];

  const fieldsOf = (typeName: string): readonly GraphQLField<unknown, unknown>[] => {
    const type = typeNamed(typeName);
    if (type === queryType)
      return schemaOnly ? meta : [...Object.values(queryType?.getFields() ?? {}), ...meta];
    return type !== undefined && 'getFields' in type && !('isOneOf' in type)
      ? Object.values((type as ReturnType<GraphQLSchema['getQueryType']> & object).getFields())
      : [];
  };
  /** An object type that a field leads to: one of the members of a union. */
  const objectOf = (field: GraphQLField<unknown, unknown>): string => {
    const type = getNamedType(field.type);
    return isAbstractType(type) && !('getFields' in type)
      ? random.pick(schema.getPossibleTypes(type)).name
      : type.name;
  };
  const selectionOf = (typeName: string, field: GraphQLField<unknown, unknown>, level: number): Selection => {
    const given: Record<string, { type: string; value: JsonValue }> = {};
    for (const { name, type, defaultValue } of field.args) {
      const isNeeded = isNonNullType(type) && defaultValue === undefined;
      if (!isNeeded && (NOT_GIVEN.has(name) || !happens(name === 'first' ? 0.9 : 0.1))) continue;
      const value =
        name === 'first'
          ? random.pick([1, 10, 50, 100])
          : field === TypeMetaFieldDef
            ? random.pick(['Product', 'Query', 'Mutation', 'ProductFilter'])
            : inputOf({ random, json, chaos: 0 }, type, name, 0);
      given[name] = { type: String(type), value };
    }
    const isDeep = isCompositeType(getNamedType(field.type));
    const children = isDeep ? someOf(objectOf(field), level + 1) : [];
    return { type: typeName, field: field.name, given, times: 1, children };
  };
  const someOf = (typeName: string, level: number): Selection[] => {
    const fields = random.shuffle(fieldsOf(typeName));
    const deep = fields.filter(({ type }) => isCompositeType(getNamedType(type)));
    const leaves = fields.filter(({ type }) => !isCompositeType(getNamedType(type)));
    const chosen = [
      ...leaves.slice(0, random.integer(1, 6)),
      ...(level >= LEVELS ? [] : deep.slice(0, random.integer(0, level < 3 ? 2 : 1))),
    ];
    return chosen.map((field) => selectionOf(typeName, field, level));
  };
  const changeOne = (selection: Selection, level: number): Selection => {
    const { children } = selection;
    if (children.length > 0 && happens(0.7)) {
      const at = random.integer(0, children.length - 1);
      return {
        ...selection,
        children: children.map((one, n) => (n === at ? changeOne(one, level + 1) : one)),
      };
    }
    const field = fieldsOf(selection.type).find(({ name }) => name === selection.field);
    const kind = random.integer(0, 7);
    if (kind === 0 || kind > 5) return { ...selection, times: selection.times * 2 };
    if (kind === 1) return { ...selection, times: Math.max(1, Math.floor(selection.times / 2)) };
    if (kind === 2 && field !== undefined)
      return { ...selectionOf(selection.type, field, level), children, times: selection.times };
    if (kind === 3 && children.length > 1)
      return { ...selection, children: random.shuffle(children).slice(1) };
    const inner = field === undefined ? undefined : getNamedType(field.type);
    if (field === undefined || !isCompositeType(inner) || level >= LEVELS) return selection;
    return { ...selection, children: [...children, ...someOf(objectOf(field), level + 1)] };
  };
  return {
    made: (): Selection[] => (queryType ? someOf(queryType.name, 0).slice(0, 3) : []),
    changed(roots: readonly Selection[]): readonly Selection[] {
      if (happens(0.2) && queryType) return [...roots, ...someOf(queryType.name, 0).slice(0, 1)];
      const at = random.integer(0, roots.length - 1);
      return roots.map((one, n) => (n === at ? changeOne(one, 0) : one));
    },
  };
}

/** A document whose repeated selections stand in fragments, so that much of them is short. */
function written(roots: readonly Selection[]): CostlyDocument {
  const fragments: string[] = [];
  const variables: Record<string, JsonValue> = {};
  const declared: string[] = [];
  let names = 0;
  const write = (selections: readonly Selection[]): string =>
    selections
      .map(({ type, field, given, times, children }) => {
        const passed = Object.entries(given).map(([name, { type: of, value }]) => {
          const variable = `v${declared.length}`;
          declared.push(`$${variable}: ${of}`);
          variables[variable] = value;
          return `${name}: $${variable}`;
        });
        const call = `${field}${passed.length === 0 ? '' : `(${passed.join(', ')})`}`;
        const inner = children.length === 0 ? '' : writeInner(children, times);
        const one = () => {
          names += 1;
          return `a${names}: ${call}${inner}`;
        };
        const repeated = Array.from({ length: times }, one).join(' ');
        return type.startsWith('__') || type === 'Query' ? repeated : `... on ${type} { ${repeated} }`;
      })
      .join(' ');
  const writeInner = (children: readonly Selection[], times: number): string => {
    const byType = Map.groupBy(children, ({ type }) => type);
    return ` { __typename ${[...byType]
      .map(([type, selections]) => {
        const text = write(selections);
        if (times === 1) return text;
        const name = `F${fragments.length}`;
        fragments.push(`fragment ${name} on ${type} { ${text} }`);
        return `...${name}`;
      })
      .join(' ')} }`;
  };
  if (roots.length === 0) return { query: '', variables };
  const body = write(roots);
  const head = declared.length === 0 ? '' : `(${declared.join(', ')})`;
  return { query: [`query ${head} { ${body} }`, ...fragments].join(' '), variables };
}
