import { PRICES } from '../../kernel/budget/operation-budget.ts';
import { foldKey } from '../../kernel/codes.ts';
import type {
  ChangeEffect,
  ChangeEffects,
  ConfigurationChanges,
  EffectKind,
  EffectPreview,
  ResourceChange,
} from '../../kernel/module.ts';
import type { ReadContext, WriteContext } from '../../kernel/operation.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import { type CatalogueStructure, readStructure } from '../structure/index.ts';
import { newlyInvalidAttributes } from '../values/index.ts';
import { loadNextOfType } from './entity.store.ts';

/** Maximum number of entities that one preview looks at. */
const PREVIEWED = 10_000;
const PREVIEWED_AT_ONCE = 1_000;
/** Maximum number of codes that a filter lists: as many as a condition may have operands. */
const LISTED = 1_000;

const NO_EFFECTS: ChangeEffects = { items: [], isComplete: true };

/** Computes the effects of changed types and attributes on entities: values that are hidden, or break new rules. */
export async function previewEntityEffects(
  context: WriteContext,
  changes: ConfigurationChanges,
): Promise<EffectPreview<ReadContext>> {
  const changedCodes = (kind: 'entity_type' | 'attribute', fields: readonly string[]) =>
    (changes.get(kind) ?? [])
      .filter((change) => isExisting(change) && change.changes.some(({ path }) => fields.includes(path)))
      .map(({ after }) => (after as { readonly code: string }).code);
  const types = changedCodes('entity_type', ['attributes']);
  const attributes = changedCodes('attribute', ['validation', 'available_locales']);
  if (types.length + attributes.length === 0) return async () => NO_EFFECTS;
  const after = await readStructure(context);
  const concerned = [...after.entityTypes.values()].filter(
    ({ document, members }) => types.includes(document.code) || attributes.some((code) => members.has(code)),
  );
  return (reader) =>
    effectsOnTypes(
      reader,
      { after, attributes },
      concerned.map(({ document }) => document.code),
    );
}

const isExisting = ({ before, after }: ResourceChange<unknown>) => before !== null && after !== null;

interface PreviewedChange {
  readonly after: CatalogueStructure;
  /** Attributes whose rules change. */
  readonly attributes: readonly string[];
}

async function effectsOnTypes(
  reader: ReadContext,
  change: PreviewedChange,
  types: readonly string[],
): Promise<ChangeEffects> {
  const before = await readStructure(reader);
  const { organizationId } = reader.session;
  const items: ChangeEffect[] = [];
  let remainingCount = PREVIEWED;
  for (const entityType of types) {
    const tally = new Map<string, string[]>();
    let after: string | null = '';
    while (after !== null && remainingCount > 0) {
      const limit = Math.min(PREVIEWED_AT_ONCE, remainingCount);
      const rows: Awaited<ReturnType<typeof loadNextOfType>> = await loadNextOfType(reader, organizationId, {
        entityType,
        after,
        limit,
      });
      reader.budget?.spend(rows.length * PRICES.previewedObject);
      await tallyEntities(reader, { before, ...change, entityType }, rows, tally);
      remainingCount -= rows.length;
      after = rows.length < limit ? null : (rows.at(-1)?.codeKey ?? null);
      await yieldToEventLoop();
    }
    const isExact = after === null;
    items.push(...[...tally].map(([key, codes]) => effectOf(key, entityType, codes, isExact)));
    if (!isExact) return { items, isComplete: false };
  }
  return { items, isComplete: true };
}

async function tallyEntities(
  reader: ReadContext,
  change: PreviewedChange & { readonly before: CatalogueStructure; readonly entityType: string },
  rows: Awaited<ReturnType<typeof loadNextOfType>>,
  tally: Map<string, string[]>,
): Promise<void> {
  const { before, after, attributes } = change;
  const key = foldKey(change.entityType);
  const [past, next] = [before.entityTypes.get(key)?.members, after.entityTypes.get(key)?.members];
  const invalid = await newlyInvalidAttributes(reader, before, after, attributes, rows);
  const add = (kind: EffectKind, attribute: string, code: string) => {
    const codes = tally.get(`${kind}/${attribute}`) ?? [];
    tally.set(`${kind}/${attribute}`, codes);
    codes.push(code);
  };
  for (const { id, code, values } of rows) {
    for (const attribute of Object.keys(values))
      if (past?.has(attribute) === true && next?.has(attribute) === false)
        add('hidden_values', attribute, code);
    for (const attribute of invalid.get(id) ?? [])
      if (next?.has(attribute) === true) add('invalid_values', attribute, code);
  }
}

function effectOf(key: string, entityType: string, codes: readonly string[], isExact: boolean): ChangeEffect {
  const [kind = '', attribute = ''] = key.split('/');
  return {
    kind: kind as EffectKind,
    entityType,
    channel: null,
    locale: null,
    currency: null,
    attribute,
    count: codes.length,
    isExact,
    filter: isExact && codes.length <= LISTED ? { codes } : null,
  };
}
