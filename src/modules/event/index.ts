export {
  type ChangeSource,
  type ChangesRequest,
  type FollowedPage,
  type ListChanges,
  type ResolvedChanges,
  readSyncToken,
  syncToken,
  walkChanges,
} from './changes/walk-changes.ts';
export {
  type ComparedMoments,
  compareMoments,
  type PlacedValue,
  placed,
  type RevisionComparison,
} from './compare-moments.ts';
export { type EventBody, eventBody, pingBody } from './event-body.ts';
export { eventSchemas } from './event-schema.ts';
export { EVENT_TYPES, type EventType, scopeOfEvent } from './event-types.ts';
export { defineRevision } from './get-revision.ts';
export { findActorOfRequest } from './job-changes.store.ts';
export type { StatePlace } from './list-events.ts';
export { defineRevisions } from './list-revisions.ts';
export type { Revision } from './revision.store.ts';
export {
  expandPatterns,
  readableTypes,
  suggestPatterns,
  typesOfPattern,
  unknownPattern,
} from './select-types.ts';
export {
  type EventSelection,
  type EventSize,
  type FirstChange,
  findSelected,
  type LaterEvent,
  loadFirstChanges,
  loadLater,
  loadSelected,
  loadSizes,
  placeOf,
  type SelectedEvent,
  type StoredEvent,
} from './selected-events.store.ts';
export { type MomentRequest, sequenceAt } from './sequence-at.ts';
