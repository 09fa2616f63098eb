import { foldKey } from '../../../kernel/codes.ts';
import { isJsonArray } from '../../../kernel/json.ts';
import { findEntityAncestry, upsertEntities } from '../../entity/index.ts';
import { type FileItem, toEntityItem } from '../../file-formats/index.ts';
import { lockStructureForReading } from '../../structure/index.ts';
import { keysOfWrites, openValueContext } from '../../values/index.ts';
import { entityConflictKeys } from './conflict-keys.store.ts';
import { withOptionCodes } from './resolve-options.ts';
import { withUnitCodes } from './resolve-units.ts';
import { objectKey, type RowWriter, storedIds } from './row-writer.ts';

const typeOf = ({ fields }: FileItem) => foldKey(String(fields.entity_type ?? ''));
const keyOf = (type: string, code: string) => `${type}/${foldKey(code)}`;

/** Rows of entities. */
export const entityRows: RowWriter = {
  lock: async (context) => void (await lockStructureForReading(context)),
  async write(context, items, { mode }) {
    const { results } = await upsertEntities.handler(context, {
      items: (await withUnitCodes(context, await withOptionCodes(context, items))).map(toEntityItem),
      mode,
      errorPolicy: 'reject_failed',
    });
    return results.map(({ outcome, id, refusal }) => ({ outcome, id, refusal, notes: [] }));
  },
  keyOf: (item) => keyOf(typeOf(item), String(item.fields.code ?? '')),
  isMissingRef: ({ code }) => code === 'entity-not-found',
  // A reference in a value may lead to an entity of any type, and a value cannot be deferred.
  missingKey: (item, { path, value }) => (path[0] === 'parent' ? keyOf(typeOf(item), String(value)) : null),
  async marksOf(context, items) {
    const structure = await lockStructureForReading(context);
    const uniqueCells = items.map(({ cells }) =>
      cells.filter(({ attribute }) => structure.attributes.get(foldKey(attribute))?.unique === true),
    );
    const valueContext = await openValueContext(context, structure, uniqueCells.flat());
    return items.map((item, index) => {
      const type = structure.entityTypes.get(typeOf(item))?.document.code ?? '';
      const keys = keysOfWrites(structure, valueContext, uniqueCells[index] ?? [], `${type}:`);
      return [
        // An entity of another type is known by its code alone.
        `code ${foldKey(String(item.fields.code ?? ''))}`,
        ...keys.map(({ cell, digest }) => `value ${cell} ${digest}`),
      ];
    });
  },
  async needsOf(context, items) {
    const parents = items.flatMap((item) => {
      const { parent } = item.fields;
      return typeof parent === 'string' && parent !== '' ? [keyOf(typeOf(item), parent)] : [];
    });
    // The ancestry includes the entities above a parent: an entity is not below itself.
    const above = await findEntityAncestry(context, parents);
    // The codes that values name may be those of another type; looked up by the code alone, they are found or not.
    const referencedCodes = items.flatMap(({ cells }) =>
      cells.flatMap((cell) => (cell.clear ? [] : codesIn(cell.value))),
    );
    return [...[...parents, ...above].map(objectKey), ...referencedCodes];
  },
  async effectsOf(context, written) {
    const marks = await entityConflictKeys(context, storedIds(written));
    return written.map(({ id }) => marks.get(id ?? '') ?? []);
  },
};

/** Returns the marks by which the entities that a value may name are met. */
function codesIn(value: unknown): string[] {
  const list = isJsonArray(value as never) ? (value as readonly unknown[]) : [value];
  return list.flatMap((entry) =>
    typeof entry === 'string' && /^[A-Za-z0-9_-]{1,100}$/.test(entry) ? [`code ${foldKey(entry)}`] : [],
  );
}
