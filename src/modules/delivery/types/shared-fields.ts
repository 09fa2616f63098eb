import {
  type GraphQLField,
  type GraphQLFieldMap,
  GraphQLObjectType,
  type GraphQLObjectTypeConfig,
} from 'graphql';
import type { DeliveryContext } from '../delivery-context.ts';
import type { ShopFields } from './fields.ts';

/** Fields as a schema has them; those of one definition can be part of many types. */
export type MadeFields = GraphQLFieldMap<unknown, DeliveryContext>;

/** Makes fields of their definitions. */
export function makeFields<Source>(fields: ShopFields<Source>): MadeFields {
  const holder = new GraphQLObjectType<Source, DeliveryContext>({ name: 'Holder', fields });
  return holder.getFields() as MadeFields;
}

/**
 * A type whose fields are shared with other types. The fields of sets are mostly the same; made for each set anew they take
 * most of the memory of a schema.
 */
export class SharedFieldsType<Source> extends GraphQLObjectType<Source, DeliveryContext> {
  /** Builds the fields; of two fields of one name, the first is used. */
  readonly #make: () => readonly MadeFields[];
  #made: GraphQLFieldMap<Source, DeliveryContext> | null = null;

  constructor(
    config: Omit<GraphQLObjectTypeConfig<Source, DeliveryContext>, 'fields'>,
    make: () => readonly MadeFields[],
  ) {
    super({ ...config, fields: {} });
    this.#make = make;
  }

  override getFields(): GraphQLFieldMap<Source, DeliveryContext> {
    if (this.#made !== null) return this.#made;
    const made: Record<string, GraphQLField<unknown, DeliveryContext>> = {};
    for (const [name, field] of this.#make().flatMap((fields) => Object.entries(fields)))
      made[name] ??= field;
    this.#made = made as GraphQLFieldMap<Source, DeliveryContext>;
    return this.#made;
  }
}
