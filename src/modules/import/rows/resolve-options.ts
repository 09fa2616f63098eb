import { foldKey } from '../../../kernel/codes.ts';
import { isJsonArray, type JsonValue } from '../../../kernel/json.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import type { FileItem } from '../../file-formats/index.ts';
import { type OptionTerm, resolveOptionTerms } from '../../option-set/index.ts';
import { lockStructureForReading } from '../../structure/index.ts';
import type { CellWrite } from '../../values/index.ts';

/** Returns the items with the codes of options where their cells have a synonym or a label of one. */
export async function withOptionCodes(
  context: WriteContext,
  items: readonly FileItem[],
): Promise<readonly FileItem[]> {
  const { attributes } = await lockStructureForReading(context);
  const setOf = (cell: CellWrite) => attributes.get(foldKey(cell.attribute))?.optionSet ?? null;
  const optionTerms: OptionTerm[] = items.flatMap(({ cells }) =>
    cells.flatMap((cell) => {
      const optionSet = setOf(cell);
      if (optionSet === null || cell.clear) return [];
      return textsIn(cell.value).map((code) => ({ optionSet, code }));
    }),
  );
  if (optionTerms.length === 0) return items;
  const codeOf = await resolveOptionTerms(context, context.session.organizationId, optionTerms);
  const resolved = (cell: CellWrite): CellWrite => {
    const optionSet = setOf(cell);
    if (optionSet === null || cell.clear) return cell;
    const toCode = (value: JsonValue) =>
      typeof value === 'string' && value !== '' ? codeOf({ optionSet, code: value }) : value;
    return { ...cell, value: isJsonArray(cell.value) ? cell.value.map(toCode) : toCode(cell.value) };
  };
  return items.map((item) => ({ ...item, cells: item.cells.map(resolved) }));
}

const textsIn = (value: JsonValue): string[] =>
  (isJsonArray(value) ? value : [value]).filter(
    (text): text is string => typeof text === 'string' && text !== '',
  );
