import { foldKey } from '../../kernel/codes.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../kernel/json.ts';
import {
  type ColumnTarget,
  FILE_FORMATS,
  type FileFormat,
  type FileItem,
  type FileResource,
  targetKey,
} from '../file-formats/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';

/**
 * Returns the keys of the columns without which a row would lose something; those that every table has are left out.
 */
export function columnsNeededBy(
  { fields, cells, links }: FileItem,
  format: FileFormat,
  structure: Pick<CatalogueStructure, 'attributes'>,
): string[] {
  const keyColumns = format.fields.flatMap(({ name, keyed: by }): ColumnTarget[] => {
    const value = by === undefined ? null : fields[name];
    return isJsonObject(value) ? Object.keys(value).map((key) => ({ kind: 'field', field: name, key })) : [];
  });
  const exportColumns = format.fields.flatMap(({ name, isForExports }): ColumnTarget[] =>
    isForExports === true && fields[name] !== undefined ? [{ kind: 'field', field: name, key: null }] : [],
  );
  const values = cells.flatMap((cell): ColumnTarget[] => {
    const attribute = structure.attributes.get(foldKey(cell.attribute));
    if (attribute === undefined || cell.clear) return [];
    const { code, type } = attribute;
    const scope = { channel: cell.channel, locale: cell.locale };
    const target = { kind: 'cell', attribute: code, type, ...scope } as const;
    if (type === 'price')
      return currenciesIn(cell.value).map((currency) => ({ ...target, part: { currency } }));
    const parts = type === 'measurement' ? (['value', 'unit'] as const) : (['value'] as const);
    return parts.map((part) => ({ ...target, part }));
  });
  const linkColumns = links.flatMap(({ type, to, set }): ColumnTarget[] => {
    const hasQuantities = (set ?? []).some(({ quantity }) => quantity !== undefined);
    return [
      { kind: 'links', type, to, part: 'refs' },
      ...(hasQuantities ? [{ kind: 'links', type, to, part: 'quantities' } as const] : []),
    ];
  });
  return [...keyColumns, ...exportColumns, ...values, ...linkColumns].map(targetKey);
}

function currenciesIn(value: JsonValue): string[] {
  const prices = isJsonArray(value) ? value : [];
  return prices.flatMap((price) => (isJsonObject(price) ? [String(price.currency)] : []));
}

/**
 * Returns the columns of a table in an order that is the same for the same catalogue: properties, then values by
 * attribute, channel and locale, then links by type.
 */
export function orderColumns(
  needed: Iterable<string>,
  resource: FileResource,
  { attributes }: Pick<CatalogueStructure, 'attributes'>,
): ColumnTarget[] {
  const format = FILE_FORMATS[resource];
  const keys = [...needed].map((key) => JSON.parse(key) as JsonValue[]);
  const own = format.fields.flatMap(({ name, keyed, isForImports, isForExports }): ColumnTarget[] => {
    const fieldKeys = keys.filter(([kind, field]) => kind === 'field' && field === name);
    if (isForImports === true || (isForExports === true && fieldKeys.length === 0)) return [];
    if (keyed === undefined) return [{ kind: 'field', field: name, key: null }];
    return fieldKeys
      .map(([, , key]) => String(key))
      .sort()
      .map((key) => ({ kind: 'field', field: name, key }));
  });
  const values = sorted(keys, 'cell').flatMap(([, code, channel, locale, part]): ColumnTarget[] => {
    const attribute = attributes.get(foldKey(String(code)));
    // An attribute that was deleted meanwhile took its values along.
    if (attribute === undefined) return [];
    const scope = { channel: textOrNull(channel), locale: textOrNull(locale) };
    const { type } = attribute;
    return [{ kind: 'cell', attribute: attribute.code, type, ...scope, part: partOf(part) }];
  });
  const links = sorted(keys, 'links').map(
    ([, type, to, part]): ColumnTarget => ({
      kind: 'links',
      type: String(type),
      to: to === 'entities' ? 'entities' : 'products',
      part: part === 'quantities' ? 'quantities' : 'refs',
    }),
  );
  return [...own, ...values, ...links];
}

const textOrNull = (value: JsonValue | undefined) => (typeof value === 'string' ? value : null);

function partOf(part: JsonValue | undefined): 'value' | 'unit' | { readonly currency: string } {
  if (isJsonObject(part)) return { currency: String(part.currency) };
  return part === 'unit' ? 'unit' : 'value';
}

/**
 * Returns the keys of one kind; of each, what is general comes before what is of a channel, locale, currency or unit.
 */
function sorted(keys: readonly JsonValue[][], kind: string): readonly JsonValue[][] {
  const rank = (part: JsonValue | undefined) =>
    isJsonObject(part)
      ? `=${String(part.currency)}`
      : part === 'value' || part === 'refs'
        ? ''
        : String(part ?? '');
  return keys
    .filter(([is]) => is === kind)
    .map((key) => ({ key, order: key.map(rank) }))
    .sort((a, b) => {
      for (const [index, word] of a.order.entries()) {
        const other = b.order[index] ?? '';
        if (word !== other) return word < other ? -1 : 1;
      }
      return 0;
    })
    .map(({ key }) => key);
}
