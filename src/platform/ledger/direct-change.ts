/** SQL condition: an event is of a change of its object itself, so it has a version of its own and can be reverted. */
export const IS_DIRECT_CHANGE = `verb NOT IN ('live_changed', 'derived')`;
