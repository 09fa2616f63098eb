/** Begins the keys of this browser's storage for what is typed into the form of a product. */
export const FORM_DRAFTS = 'catalograph-draft';

/** Begins the keys for cells that are typed or pasted into the grid. */
export const STAGED_CELLS = 'catalograph-staged';

/** Begins the keys for what is typed into forms of the model and the settings. */
export const MODEL_DRAFTS = 'catalograph-model';

/** Returns whether anybody typed something in this browser, into a form or the grid, that is not saved. */
export const hasUnsavedValues = (storage: Storage): boolean =>
  Object.keys(storage).some((key) =>
    [FORM_DRAFTS, STAGED_CELLS, MODEL_DRAFTS].some((prefix) => key.startsWith(`${prefix} `)),
  );
