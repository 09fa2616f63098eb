import { t } from '../../../../i18n/translate.ts';
import { ShortcutHelp } from '../../../../ui/shortcuts/shortcut-help.tsx';

const KEYS = [
  [t('Arrow keys'), t('Move; with Shift, select cells')],
  [t('Right, Left'), t('In Product, of families: show and hide variants')],
  [t('Enter, or typing'), t('Edit the cell')],
  [t('Tab'), t('Save cell and move on')],
  [t('Ctrl-C, Ctrl-V'), t('Copy and paste, also with spreadsheets')],
  [t('Ctrl-D'), t('Fill down')],
  [t('Delete key'), t('Empty the cells')],
  [t('Ctrl-Z'), t('Take back what is not saved; then undo the last save')],
  [t('Ctrl-Shift-Z'), t('Redo')],
  [t('Ctrl-S'), t('Save what is staged')],
  ['F8', t('Go to the next refused cell')],
  [t('Ctrl-Enter'), t('Keep mine where others have changed the value')],
  [t('Shift-Space'), t('Select the products of the cells')],
  [t('Ctrl-A'), t('Select all cells')],
  [t('Alt-Down'), t('Open the menu of the column')],
  [t('Ctrl-K'), t('Search or go to a page')],
  ['?', t('Show these shortcuts')],
] as const;

/** Lists the keys of the list of products for "?". */
export const ShortcutList = () => <ShortcutHelp shortcuts={KEYS} />;
