import { isJsonArray, isJsonObject, type JsonValue } from '../../../kernel/json.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { resolveCategoryWords } from '../../category/index.ts';
import { type FileItem, SET_OF_NEW_FIELD } from '../../file-formats/index.ts';
import { lockStructureForReading, resolveSetWord } from '../../structure/index.ts';

/** Returns the items with codes where they name attribute sets and categories by a label that only one of them has. */
export async function withLabelledCodes(
  context: WriteContext,
  items: readonly FileItem[],
): Promise<readonly FileItem[]> {
  const structure = await lockStructureForReading(context);
  const named = items.flatMap(({ fields }) => textsIn(fields.categories));
  const categoryOf = await resolveCategoryWords(context, context.session.organizationId, named);
  return items.map((item) => {
    const fields = { ...item.fields };
    for (const name of ['attribute_set', SET_OF_NEW_FIELD])
      if (typeof fields[name] === 'string') fields[name] = resolveSetWord(structure, fields[name]);
    if (fields.categories !== undefined) fields.categories = renamed(fields.categories, categoryOf);
    return { ...item, fields };
  });
}

/** Returns a list of codes, or what is set, added and removed. */
const textsIn = (value: JsonValue | undefined): string[] =>
  isJsonArray(value)
    ? value.filter((one) => typeof one === 'string')
    : isJsonObject(value)
      ? Object.values(value).flatMap(textsIn)
      : [];

function renamed(value: JsonValue, codeOf: (word: string) => string): JsonValue {
  if (isJsonArray(value)) return value.map((one) => (typeof one === 'string' ? codeOf(one) : one));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, list]) => [key, list === undefined ? null : renamed(list, codeOf)]),
  );
}
