import type { RequestContext } from '../../../graphql/context.ts';
import { isJsonArray, type JsonValue } from '../../../kernel/json.ts';
import { entityLoader } from '../../entity-reference/index.ts';
import { valueType } from '../../values/graphql/attribute-value.graphql.ts';
import { EntityRef } from './entity.graphql.ts';

async function findEntity(entityType: string | null, code: JsonValue, context: RequestContext) {
  const entity = await context.load(entityLoader, { entityType: entityType ?? '', code: String(code) });
  if (entity === null) throw new Error(`Entity ${entityType}/${code} is used but not there.`);
  return entity;
}

const entity = valueType('EntityValue', 'One entity of a type.');
entity.ref.implement({
  ...entity.options,
  fields: (t) => ({
    entity: t.field({
      type: EntityRef,
      description: 'The entity.',
      resolve: ({ attribute, value }, _args, context) => findEntity(attribute.entityType, value, context),
    }),
  }),
});

const entityList = valueType('EntityListValue', 'Several entities of a type.');
entityList.ref.implement({
  ...entityList.options,
  fields: (t) => ({
    entities: t.field({
      type: [EntityRef],
      description: 'The entities, in the order they were written.',
      resolve: ({ attribute, value }, _args, context) =>
        Promise.all(
          (isJsonArray(value) ? value : []).map((code) => findEntity(attribute.entityType, code, context)),
        ),
    }),
  }),
});
