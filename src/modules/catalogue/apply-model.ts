import { foldKey } from '../../kernel/codes.ts';
import { type DomainError, detailOf, ValidationFailed } from '../../kernel/errors.ts';
import type { NewEvent } from '../../kernel/event.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { defineWrite, type WriteContext, type WriteOperation } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { UpsertInput, UpsertResult } from '../../platform/resource/resource-operations.ts';
import type { WriteOutcome } from '../../platform/resource/write-resources.ts';
import { upsertAttributes } from '../attribute/index.ts';
import { upsertAttributeGroups } from '../attribute-group/index.ts';
import { upsertAttributeSets } from '../attribute-set/index.ts';
import {
  type ConfigurationItem,
  type ConfigurationKind,
  type Stage,
  stagesOf,
} from '../configuration/index.ts';
import { upsertEntityTypes } from '../entity-type/index.ts';
import { upsertOptionSets, upsertOptions } from '../option-set/index.ts';
import { mergeChanges } from '../values/index.ts';

/** Kinds of objects that model a catalogue. */
export type ModelKind = Extract<
  ConfigurationKind,
  'attribute_group' | 'option_set' | 'option' | 'attribute' | 'entity_type' | 'attribute_set'
>;

/** One thing to create or change. */
export interface ModelItem extends ConfigurationItem<ModelKind> {
  /** Keys from the operation's input down to it. */
  readonly path: readonly string[];
}

export interface ApplyModelInput {
  readonly items: readonly ModelItem[];
}

/** Result for one item. A type, so that it is a JSON value. */
export type ModelItemResult = {
  readonly kind: ModelKind;
  readonly id: string;
  readonly code: string;
  readonly outcome: WriteOutcome;
  readonly version: number;
};
export type ApplyModelResult = { readonly results: readonly ModelItemResult[] };

/** Maximum number of items of one model, options included. */
export const MAX_MODEL_ITEMS = 500;

const UPSERTS: Readonly<Record<ModelKind, WriteOperation<WriteContext, UpsertInput, UpsertResult>>> = {
  attribute_group: upsertAttributeGroups,
  option_set: upsertOptionSets,
  option: upsertOptions,
  attribute: upsertAttributes,
  entity_type: upsertEntityTypes,
  attribute_set: upsertAttributeSets,
};

/**
 * Creates and changes what a catalogue is modelled with, all kinds in one transaction, each after what it may refer
 * to. All or nothing; nothing is ever deleted. Answers what became of each item, in the order of the input.
 */
export const applyModel = defineWrite({
  name: 'applyModel',
  scope: 'attributes:write',
  effect: 'write',
  retry: 'safe',
  errors: ['invalid'],
  async handler(context: WriteContext, { items }: ApplyModelInput): Promise<ApplyModelResult> {
    checkSize(items.length);
    const outcomes: Outcomes = { results: new Map(), refusals: new Map() };
    const events = coalesceEvents(context);
    for (const stage of stagesOf(items)) await writeStage(events.context, stage, outcomes);
    events.pass();
    rejectFailedItems(items, outcomes.refusals);
    return { results: items.flatMap((item) => outcomes.results.get(item) ?? []) };
  },
});

interface Outcomes {
  readonly results: Map<ModelItem, ModelItemResult>;
  readonly refusals: Map<ModelItem, DomainError>;
}

async function writeStage(
  context: WriteContext,
  { kind, items, asShells }: Stage<ModelItem>,
  { results, refusals }: Outcomes,
): Promise<void> {
  const patches = items.map(({ patch }) => ({ patch: asShells === true ? { code: patch.code } : patch }));
  const input = { items: patches, mode: 'upsert', errorPolicy: 'reject_failed' } as const;
  const upsertResult = await UPSERTS[kind].handler(context, input);
  for (const [index, item] of items.entries()) {
    const result = upsertResult.results[index];
    if (result === undefined) throw new Error(`Writing a ${kind} gave no result.`);
    if (result.outcome === 'failed') {
      refusals.set(item, result.refusal);
      continue;
    }
    const isNew = results.get(item)?.outcome === 'created';
    results.set(item, { ...result, kind, outcome: isNew ? 'created' : result.outcome });
  }
}

function checkSize(size: number): void {
  if (size > 0 && size <= MAX_MODEL_ITEMS) return;
  const message =
    size === 0
      ? localized('model-empty')
      : localized('model-too-large', { count: size, max: MAX_MODEL_ITEMS });
  throw ValidationFailed.of([
    fieldProblem(size === 0 ? 'required' : 'too-many-items', [], message, { value: size }),
  ]);
}

/** Problems of naming what does not exist. */
const MISSING: ReadonlySet<string> = new Set(['reference-not-found', 'attribute-not-in-set']);
/** Kind of object that each field of an input refers to. */
const KIND_OF_FIELD: Readonly<Record<string, ModelKind>> = {
  optionSet: 'option_set',
  group: 'attribute_group',
  entityType: 'entity_type',
  attributes: 'attribute',
  attributeAsLabel: 'attribute',
  attributeAsImage: 'attribute',
  roles: 'attribute',
  requiredAttributes: 'attribute',
  variantLayouts: 'attribute',
};

/** Rejects the whole for its failed items. What only misses another failed item says nothing new and is left out. */
function rejectFailedItems(
  items: readonly ModelItem[],
  rejections: ReadonlyMap<ModelItem, DomainError>,
): void {
  if (rejections.size === 0) return;
  const keyOf = (kind: ModelKind | undefined, code: unknown) => `${kind}/${foldKey(String(code))}`;
  const failed = new Set([...rejections.keys()].map(({ kind, patch }) => keyOf(kind, patch.code)));
  const follows = ({ code, path, value }: FieldProblem) => {
    const kind = KIND_OF_FIELD[path.at(-1) ?? ''] ?? KIND_OF_FIELD[path[0] ?? ''];
    return MISSING.has(code) && failed.has(keyOf(kind, value));
  };
  const problems = items.flatMap((item) => problemsOf(item, rejections.get(item)));
  const own = problems.filter(({ problem }) => !follows(problem));
  throw ValidationFailed.of(
    (own.length > 0 ? own : problems).map(({ item, problem }) => ({
      ...problem,
      path: [...item.path, ...problem.path],
    })),
  );
}

function problemsOf(
  item: ModelItem,
  rejection: DomainError | undefined,
): { readonly item: ModelItem; readonly problem: FieldProblem }[] {
  if (rejection === undefined) return [];
  if (rejection.errors.length > 0) return rejection.errors.map((problem) => ({ item, problem }));
  const problem = fieldProblem('value-not-allowed', [], detailOf(rejection), {
    value: item.patch.code,
  });
  return [{ item, problem }];
}

/**
 * Returns a work whose events wait until `pass`, so that an object that is written twice in one transaction has one
 * event: what is created and then changed was created. Nothing else of the work differs.
 */
function coalesceEvents(context: WriteContext): { readonly context: WriteContext; pass(): void } {
  const byObject = new Map<string, NewEvent>();
  const emit = (event: NewEvent) => {
    const earlier = byObject.get(event.objectId);
    const joined =
      earlier === undefined
        ? event
        : {
            ...event,
            verb: earlier.verb,
            changes: earlier.verb === 'created' ? [] : mergeChanges(earlier.changes, event.changes),
          };
    byObject.set(event.objectId, joined);
  };
  return {
    // Everything else stays where it is: some of it answers only to those who may ask.
    context: Object.create(context, { emit: { value: emit } }) as WriteContext,
    pass() {
      for (const event of byObject.values()) context.emit(event);
    },
  };
}
