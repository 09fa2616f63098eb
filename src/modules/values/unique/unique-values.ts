import { createHash } from 'node:crypto';
import { foldKey } from '../../../kernel/codes.ts';
import { trimDecimal } from '../../../kernel/decimal.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { type AttributeDefinition, parseValue, type ValueTypeContext } from '../../attribute/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import { type CellAssignment, type CellWrite, cellsOf, type Values } from '../cells/cells.ts';
import { type UniqueKey, type UniqueOwner, type UniqueValue, uniqueValueKey } from './unique-value.store.ts';

/** Holder of written cells, as far as unique values are concerned. */
export interface UniqueScope {
  readonly structure: CatalogueStructure;
  readonly valueContext: ValueTypeContext;
  /** Owners of unique values by `uniqueValueKey`. */
  readonly uniqueOwners: ReadonlyMap<string, UniqueOwner>;
}

function keyOf(
  attribute: AttributeDefinition,
  channel: string | null,
  locale: string | null,
  value: JsonValue,
  within: string,
): UniqueKey {
  const parts = locale === null ? (channel === null ? [] : [channel]) : [channel ?? '', locale];
  // 1.50 and 1.5 are one number, so they are one unique value.
  const text = attribute.type === 'number' ? trimDecimal(String(value)) : JSON.stringify(value);
  return {
    cell: within + [attribute.code, ...parts].join('/'),
    digest: createHash('sha256').update(text).digest('hex'),
  };
}

const hasUniqueCache = new WeakMap<CatalogueStructure, boolean>();

/** Most catalogues have few unique attributes or none, and imports check each product. */
function hasUnique(structure: CatalogueStructure): boolean {
  const cachedFlag = hasUniqueCache.get(structure);
  if (cachedFlag !== undefined) return cachedFlag;
  const hasUniqueAttribute = [...structure.attributes.values()].some(({ unique }) => unique);
  hasUniqueCache.set(structure, hasUniqueAttribute);
  return hasUniqueAttribute;
}

/**
 * Returns the unique values that own cells are; `within` begins their keys, for values that are unique among some only.
 */
export function uniqueValuesOf(structure: CatalogueStructure, values: Values, within = ''): UniqueKey[] {
  if (!hasUnique(structure)) return [];
  return Object.keys(values).flatMap((code) => {
    const attribute = structure.attributes.get(foldKey(code));
    if (attribute?.unique !== true) return [];
    return cellsOf(values, code).map(({ channel, locale, value }) =>
      keyOf(attribute, channel ?? null, locale ?? null, value, within),
    );
  });
}

/** Returns the key that a write to a unique attribute would take; null for other attributes and for bad values. */
function keyOfWrite(
  structure: CatalogueStructure,
  context: ValueTypeContext,
  write: CellAssignment,
  within: string,
): UniqueKey | null {
  const attribute = structure.attributes.get(foldKey(write.attribute));
  if (attribute?.unique !== true || write.value === null) return null;
  const channel =
    write.channel === null ? null : (structure.channels.get(foldKey(write.channel))?.code ?? null);
  const locale = write.locale === null ? null : (structure.locales.get(foldKey(write.locale)) ?? null);
  const scope = { path: write.path, channel, locale, current: null, channelCurrencies: null };
  const { value } = parseValue(write.value, attribute, context, scope);
  return value === undefined || value === null ? null : keyOf(attribute, channel, locale, value, within);
}

/** Returns the keys that a list of writes would take. */
export function keysOfWrites(
  structure: CatalogueStructure,
  context: ValueTypeContext,
  writes: readonly CellWrite[],
  within = '',
): UniqueKey[] {
  if (!hasUnique(structure)) return [];
  return writes.flatMap((write) =>
    write.clear ? [] : (keyOfWrite(structure, context, write, within) ?? []),
  );
}

const ownerDetails = ({ name }: UniqueOwner) => (name === null ? {} : { takenBy: name });

/** Writes whose unique value somebody else holds; `noun` says what it is in the message: "product". */
export function duplicateUniqueValues(
  { structure, valueContext, uniqueOwners }: UniqueScope,
  writer: { readonly id: string; readonly noun: string; readonly within?: string },
  writes: readonly CellWrite[],
): Map<CellWrite, FieldProblem> {
  const problemsByWrite = new Map<CellWrite, FieldProblem>();
  if (!hasUnique(structure)) return problemsByWrite;
  for (const write of writes) {
    if (write.clear) continue;
    const key = keyOfWrite(structure, valueContext, write, writer.within ?? '');
    const owner = key === null ? undefined : uniqueOwners.get(uniqueValueKey(key));
    if (owner === undefined || owner.id === writer.id) continue;
    const { attribute, channel, locale, value } = write;
    const { name } = owner;
    const { noun } = writer;
    const message =
      name === null
        ? localized('unique-taken-by-another', { kind: noun, attribute })
        : localized('unique-taken', { kind: noun, name, attribute });
    const details = { attribute, channel, locale, value, ...ownerDetails(owner) };
    problemsByWrite.set(write, fieldProblem('not-unique', write.path, message, details));
  }
  return problemsByWrite;
}

/** A holder of values before and after a write. */
interface ChangedHolder {
  readonly id: string;
  readonly before: Values;
  readonly after: Values;
  readonly within?: string;
}

/** Gives the unique values that a holder has now to it, and takes those it had from it. */
export function reassignUniqueValues(
  structure: CatalogueStructure,
  owners: Map<string, UniqueOwner>,
  { id, name, before, after, within }: ChangedHolder & UniqueOwner,
): void {
  if (before === after) return;
  for (const key of uniqueValuesOf(structure, before, within)) owners.delete(uniqueValueKey(key));
  for (const key of uniqueValuesOf(structure, after, within)) owners.set(uniqueValueKey(key), { id, name });
}

/**
 * Returns the changes to the stored unique values of holders: the holders whose values changed, and all present values
 * of these.
 */
export function changedUniqueValues(
  structure: CatalogueStructure,
  holders: readonly ChangedHolder[],
): { readonly owners: readonly string[]; readonly values: readonly UniqueValue[] } {
  if (!hasUnique(structure)) return { owners: [], values: [] };
  const touched = holders.flatMap(({ id, before, after, within }) => {
    const old = uniqueValuesOf(structure, before, within);
    const now = before === after ? old : uniqueValuesOf(structure, after, within);
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ id, now }];
  });
  return {
    owners: touched.map(({ id }) => id),
    values: touched.flatMap(({ id, now }) => now.map((key) => ({ ...key, owner: id }))),
  };
}

/** Returns the problems of bringing values back that somebody else has taken meanwhile. */
export function conflictingUniqueValues(
  keys: readonly UniqueKey[],
  owners: ReadonlyMap<string, UniqueOwner>,
  noun: string,
  path: readonly string[],
): FieldProblem[] {
  return keys.flatMap((key) => {
    const owner = owners.get(uniqueValueKey(key));
    if (owner === undefined) return [];
    const attribute = key.cell.split(':').at(-1)?.split('/')[0] ?? key.cell;
    const { name } = owner;
    const message =
      name === null
        ? localized('unique-now-of-another', { kind: noun, attribute })
        : localized('unique-now-of', { kind: noun, name, attribute });
    return [fieldProblem('not-unique', path, message, { attribute, ...ownerDetails(owner) })];
  });
}
