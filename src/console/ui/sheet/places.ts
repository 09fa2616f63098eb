import type { Selection } from './selection.ts';

/** Position at which a sheet was left. */
interface Place {
  readonly selection: Selection;
  readonly top: number;
  readonly left: number;
}

const places = new Map<string, Place>();

/** Returns the entry of the browser's history that is shown. */
const entry = (): string => String(Reflect.get(Object(history.state), '__TSR_key'));

/** Remembers a place for *Back*. */
export const rememberPlace = (place: Place): void => void places.set(entry(), place);

/** Returns the position at which the sheet of this entry of the history was left. */
export const lastPlace = (): Place | undefined => places.get(entry());
