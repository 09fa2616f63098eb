import {
  DirectiveLocation,
  GraphQLDirective,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLSchema,
  isObjectType,
  printSchema,
  specifiedDirectives,
} from 'graphql';

/** Marks a field that is null only beside an error, so that clients that stop at errors can take it for non-null. */
const semanticNonNull = new GraphQLDirective({
  name: 'semanticNonNull',
  description:
    'Null only if `errors` has an error with this path. Tools that support the directive can treat the field as non-null.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    levels: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLInt))),
      defaultValue: [0],
      description: 'Levels of nested lists to which the directive applies; 0 is the field itself.',
    },
  },
});

/** Every directive of the schema. */
export const DIRECTIVES = [...specifiedDirectives, semanticNonNull];

/** Returns the schema in its definition language, fields that are null only beside an error with `@semanticNonNull`. */
export function printSdl(schema: GraphQLSchema): string {
  let typeName = '';
  let fieldName = '';
  const lines = printSchema(schema)
    .split('\n')
    .map((line) => {
      typeName = /^type (\w+)/.exec(line)?.[1] ?? typeName;
      fieldName = /^ {2}(\w+)[(:]/.exec(line)?.[1] ?? fieldName;
      // The line that ends a field: `name: Type`, `name(…): Type`, or `): Type` below its arguments.
      if (!/^ {2}(\w+(\(.*\))?|\)): /.test(line)) return line;
      const type = schema.getType(typeName);
      const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
      if (field?.extensions.isNullOnlyBesideError !== true) return line;
      return line.replace(/^( {2}(?:\w+(?:\(.*\))?|\)): [\w[\]!]+)/, '$1 @semanticNonNull');
    });
  return lines.join('\n');
}
