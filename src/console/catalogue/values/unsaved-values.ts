/** Begins the keys of this browser's storage for what is typed into the form of a product. */
export const FORM_DRAFTS = 'catalograph-draft';

/** Begins the keys for cells that are typed or pasted into the grid. */
export const STAGED_CELLS = 'catalograph-staged';

/** Returns whether anybody typed something in this browser, into a form or the grid, that is not saved. */
export const hasUnsavedValues = (storage: Storage): boolean =>
  Object.keys(storage).some((key) => key.startsWith(`${FORM_DRAFTS} `) || key.startsWith(`${STAGED_CELLS} `));
