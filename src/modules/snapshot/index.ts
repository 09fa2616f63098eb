export { type StateCursor, scanIds, scanStates } from './scan-states.ts';
