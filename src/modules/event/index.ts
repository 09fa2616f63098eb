export {
  type ConfigurationEvent,
  type ConfigurationEventFilter,
  countConfigurationEvents,
  findConfigurationEvent,
  loadDeletionChanges,
  readConfigurationEvents,
} from './changes/configuration-changes.store.ts';
export { findPeriod } from './changes/find-period.ts';
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
  compareRevisions,
  type PathValue,
  type RevisionComparison,
  type RevisionRange,
  valuesByPath,
} from './compare-revisions.ts';
export { type EventBody, eventBody, pingBody } from './event-body.ts';
export { eventSchemas } from './event-schema.ts';
export {
  expandPatterns,
  readableTypes,
  selectReadableTypes,
  suggestPatterns,
  typesOfPattern,
  unknownPattern,
} from './event-type-patterns.ts';
export {
  EVENT_TYPES,
  type EventType,
  RESOURCE_EVENTS,
  scopeOfEvent,
} from './event-types.ts';
export { defineRevision } from './get-revision.ts';
export { findActorOfRequest } from './job-changes.store.ts';
export type { StateRef } from './list-events.ts';
export { defineRevisions } from './list-revisions.ts';
export { type AsOfRequest, resolveSequence } from './resolve-sequence.ts';
export type { Revision } from './revision.store.ts';
export {
  changeKey,
  type EventSelection,
  type EventSize,
  type FirstChange,
  findConfigurationKinds,
  findSelectedEvents,
  type LaterEvent,
  loadEventSizes,
  loadFirstChanges,
  loadLaterEvents,
  loadSelectedEvents,
  type SelectedEvent,
  type StoredEvent,
} from './selected-events.store.ts';
