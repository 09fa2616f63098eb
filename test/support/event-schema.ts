import Ajv from 'ajv/dist/2020.js';
import { eventSchemas } from '../../src/modules/event/index.ts';

const strict = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(strict);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, strict(inner)]);
  return Object.fromEntries('properties' in value ? [...entries, ['additionalProperties', false]] : entries);
};

// Clients take keys they do not know; the tests do not, so that nothing is sent that `schema/events.json` does not tell.
const ajv = new Ajv.default({ formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ } });
ajv.addSchema(strict(eventSchemas()) as object, 'events');

/** What is wrong with an event by the schema of its type; an empty list when it is as documented. */
export function eventSchemaErrors(event: { readonly type: string }): readonly string[] {
  const validate = ajv.getSchema(`events#/$defs/${event.type}`);
  if (validate === undefined) return [`There is no schema of ${event.type}.`];
  validate(event);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${event.type}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
