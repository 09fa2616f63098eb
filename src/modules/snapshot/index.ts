export { SNAPSHOT_KINDS, type SnapshotKind } from './object-states.ts';
export { type StateCursor, walkStates } from './walk-states.ts';
