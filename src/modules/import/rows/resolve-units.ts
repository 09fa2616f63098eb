import { foldKey } from '../../../kernel/codes.ts';
import { isJsonObject } from '../../../kernel/json.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import type { FileItem } from '../../file-formats/index.ts';
import { findUnitByName } from '../../measurement/index.ts';
import { lockStructureForReading } from '../../structure/index.ts';
import type { CellWrite } from '../../values/index.ts';

/** Returns the items with the codes of units where their cells have a symbol or a label of one: `kg`, `Kilogramm`. */
export async function withUnitCodes(
  context: WriteContext,
  items: readonly FileItem[],
): Promise<readonly FileItem[]> {
  const { attributes, families } = await lockStructureForReading(context);
  const resolved = (cell: CellWrite): CellWrite => {
    if (cell.clear) return cell;
    const { value } = cell;
    if (!isJsonObject(value) || typeof value.unit !== 'string') return cell;
    const family = families.get(foldKey(attributes.get(foldKey(cell.attribute))?.measurementFamily ?? ''));
    const unit = family === undefined ? undefined : findUnitByName(family, value.unit);
    return unit === undefined ? cell : { ...cell, value: { ...value, unit: unit.code } };
  };
  const isMeasured = ({ cells }: FileItem) =>
    cells.some((cell) => cell.clear !== true && isJsonObject(cell.value));
  return items.map((item) => (isMeasured(item) ? { ...item, cells: item.cells.map(resolved) } : item));
}
