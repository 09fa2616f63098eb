import type { RequestContext } from '../../../graphql/context.ts';
import { isJsonArray, type JsonValue } from '../../../kernel/json.ts';
import { entityLoader } from '../../entity-reference/index.ts';
import { valueType } from '../../values/graphql/attribute-value.graphql.ts';
import { objectNotFoundError, type ValueView } from '../../values/index.ts';
import { EntityRef } from './entity.graphql.ts';

async function findEntity(view: ValueView, code: JsonValue, context: RequestContext) {
  const { entityType } = view.attribute;
  const entity = await context.load(entityLoader, { entityType: entityType ?? '', code: String(code) });
  if (entity === null) throw objectNotFoundError(view, 'entity', `${entityType}/${code}`);
  return entity;
}

const entity = valueType('EntityValue', 'One entity of a type.');
entity.ref.implement({
  ...entity.options,
  fields: (t) => ({
    entity: t.field({
      type: EntityRef,
      description: 'The entity.',
      resolve: (view, _args, context) => findEntity(view, view.value, context),
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
      resolve: (view, _args, context) =>
        Promise.all(
          (isJsonArray(view.value) ? view.value : []).map((code) => findEntity(view, code, context)),
        ),
    }),
  }),
});
