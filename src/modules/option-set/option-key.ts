import { foldKey } from '../../kernel/codes.ts';

/**
 * Returns the folded key of an option: its code is unique in its set only. `option.store.ts` builds the same text in
 * SQL.
 */
export function optionKey(optionSet: string, code: string): string {
  return foldKey(`${optionSet}/${code}`);
}
