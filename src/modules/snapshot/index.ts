export { type StateCursor, scanIds as pageOfIds, scanStates as walkStates } from './scan-states.ts';
