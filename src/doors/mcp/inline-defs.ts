import type { SchemaDefs } from '../manifest/json-schema.ts';

/**
 * Schemas without references: each is written where it is used, because the programs that hand tools to models follow
 * no references. Where a schema would contain itself, as a filter inside of a filter, it is described in words.
 */
export function createInlineDefs(): SchemaDefs {
  const open: string[] = [];
  return {
    refer(name, make) {
      if (open.includes(name))
        return { type: 'object', description: 'An object of the same form as the one around it.' };
      open.push(name);
      try {
        return make();
      } finally {
        open.pop();
      }
    },
    share: (_name, schema) => schema,
  };
}
