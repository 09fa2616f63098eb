import { foldKey } from '../../../kernel/codes.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../../kernel/json.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { findLabelledCategories, loadCategoryCodes } from '../../category/index.ts';
import { type FileItem, SET_OF_NEW_FIELD } from '../../file-formats/index.ts';
import { lockStructureForReading } from '../../structure/index.ts';

type CodeOf = (text: string) => string;

/** The items with codes where they name attribute sets and categories by a label that only one of them has. */
export async function withLabelledCodes(
  context: WriteContext,
  items: readonly FileItem[],
): Promise<readonly FileItem[]> {
  const setOf = await setCodes(context);
  const categoryOf = await categoryCodes(context, items);
  return items.map((item) => {
    const fields = { ...item.fields };
    for (const name of ['attribute_set', SET_OF_NEW_FIELD])
      if (typeof fields[name] === 'string') fields[name] = setOf(fields[name]);
    if (fields.categories !== undefined) fields.categories = renamed(fields.categories, categoryOf);
    return { ...item, fields };
  });
}

async function setCodes(context: WriteContext): Promise<CodeOf> {
  const { sets } = await lockStructureForReading(context);
  return (text) => {
    const key = foldKey(text);
    if (key === '' || sets.has(key)) return text;
    const [only, ...others] = [...sets.values()].filter(({ document: { labels } }) =>
      Object.values(labels).some((label) => foldKey(label) === key),
    );
    return only === undefined || others.length > 0 ? text : only.document.code;
  };
}

async function categoryCodes(context: WriteContext, items: readonly FileItem[]): Promise<CodeOf> {
  const { organizationId } = context.session;
  const keys = [...new Set(items.flatMap(({ fields }) => textsIn(fields.categories).map(foldKey)))];
  const known = keys.length === 0 ? new Map() : await loadCategoryCodes(context, organizationId, keys);
  const others = keys.filter((key) => key !== '' && !known.has(key));
  if (others.length === 0) return (text) => text;
  const labelled = await findLabelledCategories(context, organizationId, others);
  return (text) => labelled.get(foldKey(text)) ?? text;
}

/** A list of codes, or what is set, added and removed. */
const textsIn = (value: JsonValue | undefined): string[] =>
  isJsonArray(value)
    ? value.filter((one) => typeof one === 'string')
    : isJsonObject(value)
      ? Object.values(value).flatMap(textsIn)
      : [];

function renamed(value: JsonValue, codeOf: CodeOf): JsonValue {
  if (isJsonArray(value)) return value.map((one) => (typeof one === 'string' ? codeOf(one) : one));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, list]) => [key, list === undefined ? null : renamed(list, codeOf)]),
  );
}
