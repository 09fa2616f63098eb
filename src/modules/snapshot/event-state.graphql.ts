import { builder } from '../../graphql/builder.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { defineLoader } from '../../platform/loader.ts';
import { EventType } from '../event/event.graphql.ts';
import { resolveSequence, type StateRef } from '../event/index.ts';
import { SNAPSHOT_KINDS, STATE_READERS } from './object-states.ts';

/** Loads the own states of objects right after events. */
const stateLoader = defineLoader({
  name: 'eventState',
  keyOf: ({ resource, objectId, sequence }: StateRef) => `${resource} ${objectId} ${sequence}`,
  async load(context, stateKeys: readonly StateRef[]) {
    const { organizationId } = context.session;
    const statesByKey = new Map<string, JsonObject>();
    for (const kind of SNAPSHOT_KINDS) {
      const ofKind = stateKeys.filter(({ resource }) => resource === kind);
      for (const [sequence, asked] of Map.groupBy(ofKind, (stateKey) => stateKey.sequence)) {
        await resolveSequence(context, { sequence }, { parameter: 'afterSequence' });
        const ids = asked.map(({ objectId }) => objectId);
        const states = await STATE_READERS[kind].statesAt(context, organizationId, ids, sequence);
        for (const [id, state] of states) statesByKey.set(`${kind} ${id} ${sequence}`, state);
      }
    }
    return statesByKey;
  },
});

builder.objectField(EventType, 'state', (t) =>
  t.field({
    type: 'JSON',
    nullable: true,
    extensions: { jsonSchema: { type: ['object', 'null'], additionalProperties: true } },
    description:
      'Own state of the product or entity at the end of the page (`pageInfo.endCursor`), as in the lines of a snapshot: properties, values, parent and associations by id, nothing inherited. On the last event of the object on the page; null on earlier ones, for objects that are deleted then, for other kinds of objects, and in subscriptions.',
    resolve: ({ stateAt }, _args, context) =>
      stateAt === undefined || stateAt === null ? null : context.load(stateLoader, stateAt),
  }),
);
