import {
  type GraphQLField,
  type GraphQLFieldMap,
  GraphQLObjectType,
  type GraphQLObjectTypeConfig,
} from 'graphql';
import type { ShopContext } from '../shop-context.ts';
import type { ShopFields } from './field-modifiers.ts';

/** Fields as a schema has them; those of one definition can be part of many types. */
export type BuiltFields = GraphQLFieldMap<unknown, ShopContext>;

/** Makes fields of their definitions. */
export function buildFields<Source>(fields: ShopFields<Source>): BuiltFields {
  const holder = new GraphQLObjectType<Source, ShopContext>({ name: 'Holder', fields });
  return holder.getFields() as BuiltFields;
}

/**
 * A type whose fields are shared with other types. The fields of sets are mostly the same; made for each set anew they take
 * most of the memory of a schema.
 */
export class SharedFieldsType<Source> extends GraphQLObjectType<Source, ShopContext> {
  /** Builds the fields; of two fields of one name, the first is used. */
  readonly #make: () => readonly BuiltFields[];
  #made: GraphQLFieldMap<Source, ShopContext> | null = null;

  constructor(
    config: Omit<GraphQLObjectTypeConfig<Source, ShopContext>, 'fields'>,
    make: () => readonly BuiltFields[],
  ) {
    super({ ...config, fields: {} });
    this.#make = make;
  }

  override getFields(): GraphQLFieldMap<Source, ShopContext> {
    if (this.#made !== null) return this.#made;
    const fieldsByName: Record<string, GraphQLField<unknown, ShopContext>> = {};
    for (const [name, field] of this.#make().flatMap((fields) => Object.entries(fields)))
      fieldsByName[name] ??= field;
    this.#made = fieldsByName as GraphQLFieldMap<Source, ShopContext>;
    return this.#made;
  }
}
