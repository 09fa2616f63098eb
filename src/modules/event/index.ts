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
  compareRevisions as compareMoments,
  type PathValue as PlacedValue,
  type RevisionComparison,
  type RevisionRange as ComparedMoments,
  valuesByPath as placed,
} from './compare-revisions.ts';
export { type EventBody, eventBody, pingBody } from './event-body.ts';
export { eventSchemas } from './event-schema.ts';
export {
  expandPatterns,
  readableTypes,
  suggestPatterns,
  typesOfPattern,
  unknownPattern,
} from './event-type-patterns.ts';
export { EVENT_TYPES, type EventType, scopeOfEvent } from './event-types.ts';
export { defineRevision } from './get-revision.ts';
export { findActorOfRequest } from './job-changes.store.ts';
export type { StateRef as StatePlace } from './list-events.ts';
export { defineRevisions } from './list-revisions.ts';
export type { Revision } from './revision.store.ts';
export {
  changeKey as placeOf,
  type EventSelection,
  type EventSize,
  type FirstChange,
  findSelectedEvents as findSelected,
  type LaterEvent,
  loadEventSizes as loadSizes,
  loadFirstChanges,
  loadLaterEvents as loadLater,
  loadSelectedEvents as loadSelected,
  type SelectedEvent,
  type StoredEvent,
} from './selected-events.store.ts';
export { type AsOfRequest as MomentRequest, resolveSequence as sequenceAt } from './sequence-at.ts';
