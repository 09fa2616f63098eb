import { t } from '../../../i18n/translate.ts';
import { type Shortcut, ShortcutHelp } from '../../../ui/shortcuts/shortcut-help.tsx';

/** Main part of a page: a list, one that is ordered by hand, a matrix, a sheet, or a tree. */
export type ShortcutView = 'list' | 'order' | 'matrix' | 'sheet' | 'tree';

const CREATE: Shortcut = ['C', t('Create')];
const SEARCH: Shortcut = ['/', t('Search')];
const COPY: Shortcut = [t('Ctrl-C, Ctrl-V'), t('Copy and paste, also with spreadsheets')];
const MOVE: Shortcut = [t('Alt-Up, Alt-Down'), t('Move up or down')];

const LIST: readonly Shortcut[] = [
  CREATE,
  SEARCH,
  [t('Enter'), t('Open the focused object')],
  ['J, K', t('Open the next or previous object')],
  [t('Escape'), t('Close the panel')],
];

const VIEWS: Readonly<Record<ShortcutView, readonly Shortcut[]>> = {
  list: LIST,
  order: [...LIST, MOVE],
  matrix: [
    [t('Arrow keys'), t('Move; with Shift, select cells')],
    [t('Space'), t('Switch the selected cells')],
    COPY,
    ['A', t('Add attributes')],
    MOVE,
    [t('Delete key'), t('Remove the attribute')],
  ],
  sheet: [
    [t('Arrow keys'), t('Move; with Shift, select cells')],
    [t('Enter, or typing'), t('Edit the cell')],
    [t('Tab'), t('Save cell and move on')],
    COPY,
    [t('Ctrl-D'), t('Fill down')],
    [t('Delete key'), t('Empty the cells')],
    [t('Shift-Space'), t('Select the rows of the cells')],
    MOVE,
    [t('Ctrl-Enter'), t('Keep mine where others have changed the value')],
  ],
  tree: [
    CREATE,
    SEARCH,
    [t('Arrow keys'), t('Move, open and close')],
    [t('Enter'), t('Open the focused object')],
    ['F2', t('Rename')],
    [t('Insert'), t('Create one below')],
    [t('Delete key'), t('Delete')],
    [t('Space'), t('Select several')],
    ['M', t('Move to …')],
    [t('Ctrl-X, Ctrl-V'), t('Cut, and paste into the focused one')],
    [t('Alt-arrow keys'), t('Move up or down, into the one above, out a level')],
    [t('Escape'), t('Close the panel')],
  ],
};

const ALL: readonly Shortcut[] = [
  [t('Ctrl-S'), t('Save')],
  [t('Ctrl-Z'), t('Take back what is not saved; then undo the last save')],
  ['F8', t('Go to the next field that is rejected or that others have changed')],
  [t('Ctrl-K'), t('Search or go to a page')],
  ['?', t('Show these shortcuts')],
];

/** Lists the keys of a page of the model for "?". */
export const ModelShortcuts = ({ view }: { readonly view: ShortcutView }) => (
  <ShortcutHelp shortcuts={[...VIEWS[view], ...ALL]} />
);
