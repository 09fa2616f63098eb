export { type EventBody, eventBody } from './event-body.ts';
export { eventSchemas } from './event-schema.ts';
export { EVENT_TYPES, type EventType, scopeOfEvent } from './event-types.ts';
export { defineRevision } from './get-revision.ts';
export { defineRevisions, type Revision } from './list-revisions.ts';
export { expandPatterns } from './select-types.ts';
