export { pageOfIds, type StateCursor, walkStates } from './walk-states.ts';
