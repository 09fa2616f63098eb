import { foldKey } from '../../../kernel/codes.ts';
import { type JsonValue, jsonEquals } from '../../../kernel/json.ts';
import type { ListChange } from '../../attribute/index.ts';
import { codesIn } from './plan-list-change.ts';

/** A change of a list of codes, and the list as it is now; null for no codes. */
export interface ChangedList {
  readonly old: JsonValue;
  readonly new: JsonValue;
  readonly present: JsonValue;
}

/**
 * Returns the change that reverts a change of a list which others have changed since: added codes are removed, and
 * removed codes are added again, at the end. Returns null if nothing remains to revert.
 */
export function invertListChange({ old, new: now, present }: ChangedList): ListChange | null {
  const has = new Set(codesIn(present).map(foldKey));
  const add = without(old, now).filter((code) => !has.has(foldKey(code)));
  const remove = without(now, old).filter((code) => has.has(foldKey(code)));
  return add.length + remove.length === 0 || jsonEquals(present, old) ? null : { add, remove };
}

function without(codes: JsonValue, others: JsonValue): readonly string[] {
  const excludedKeys = new Set(codesIn(others).map(foldKey));
  return codesIn(codes).filter((code) => !excludedKeys.has(foldKey(code)));
}
