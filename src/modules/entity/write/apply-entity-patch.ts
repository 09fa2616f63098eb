import type { CellChange } from '../../../kernel/change.ts';
import { foldKey } from '../../../kernel/codes.ts';
import { cycleFrom } from '../../../kernel/cycle.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { checkLabels } from '../../../kernel/labels.ts';
import { ValidationFailed } from '../../../kernel/refusal.ts';
import { didYouMean, suggest } from '../../../kernel/suggestion.ts';
import { applyPatch, diffDocuments } from '../../../platform/resource/change-document.ts';
import { entityKey } from '../../entity-reference/index.ts';
import type { EntityTypeStructure } from '../../structure/index.ts';
import { defaultWrites, mergeCells, takenValues, toValueContext, valueChanges } from '../../values/index.ts';
import { blankEntity, type EntityDocument, searchTextOf, uniqueWithin } from '../entity-document.ts';
import { type EntityBench, parentOf } from './entity-bench.ts';
import type { EntityPatch } from './entity-input.ts';

/** What a patch makes of one entity, before anything is stored. */
export interface AppliedPatch {
  readonly document: EntityDocument;
  /** Empty for a new one. */
  readonly changes: readonly CellChange[];
}

/**
 * Applies one patch to an entity of the bench, or to a new one. Pure: the bench is not changed.
 *
 * @throws ValidationFailed.
 */
export function applyEntityPatch(
  bench: EntityBench,
  type: EntityTypeStructure,
  current: { readonly id: string; readonly code: string; readonly document: EntityDocument | null },
  patch: EntityPatch,
): AppliedPatch {
  const { id, document: before } = current;
  const blank = blankEntity(type.document.code, current.code);
  const { labels, active } = patch;
  const patched = applyPatch(before ?? blank, { labels, active }, blank, ['labels']);
  const parent = validateParent(bench, type, patched, patch.parent);
  const written = writeValues(bench, type, { id, isNew: before === null, values: patched.values }, patch);
  const problems = [...checkLabels(patched.labels, ['labels']), ...parent.problems, ...written.problems];
  if (problems.length > 0) throw ValidationFailed.of(problems);
  const document = {
    ...patched,
    parentId: parent.id,
    values: written.values,
    searchText: searchTextOf(patched),
  };
  if (before === null) return { document, changes: [] };
  const properties = diffDocuments(propertiesOf(before, bench, patch), propertiesOf(document, bench, patch), [
    'labels',
  ]);
  return { document, changes: [...properties, ...valueChanges(before.values, document.values)] };
}

/** What revisions say of an entity besides its values. Where it stands is known when the patch is about that. */
function propertiesOf(document: EntityDocument, bench: EntityBench, patch: EntityPatch) {
  const { code, labels, active } = document;
  const parent = patch.parent === undefined ? null : (parentOf(bench, document)?.code ?? null);
  return { code, labels, active, parent };
}

function validateParent(
  bench: EntityBench,
  type: EntityTypeStructure,
  entity: EntityDocument,
  code: string | null | undefined,
): { readonly id: string | null; readonly problems: readonly FieldProblem[] } {
  if (code === undefined || code === null || code === '') {
    return { id: code === undefined ? entity.parentId : null, problems: [] };
  }
  const { entityType } = entity;
  const refuse = (
    problem: 'value-not-allowed' | 'entity-not-found' | 'cycle',
    message: string,
    suggestions: readonly string[] = [],
  ) => ({
    id: null,
    problems: [fieldProblem(problem, ['parent'], message, { value: code, suggestions })],
  });
  if (!type.document.hierarchical) {
    return refuse(
      'value-not-allowed',
      `The type '${entityType}' is not hierarchical; its entities have no parent.`,
    );
  }
  if (foldKey(code) === foldKey(entity.code)) {
    return refuse('cycle', `The entity would be its own ancestor: ${entity.code} → ${entity.code}.`);
  }
  const parent = bench.drafts.get(entityKey({ entityType, code }));
  if (parent === undefined) {
    const suggestions = suggest(code, bench.parentChoices.get(foldKey(entityType))?.codes ?? []);
    const message = `There is no entity '${code}' of type '${entityType}'.${didYouMean(suggestions)}`;
    return refuse('entity-not-found', message, suggestions);
  }
  const circle = cycleFrom(entity.code, (from) => {
    if (foldKey(from) === foldKey(entity.code)) return parent.document.code;
    const draft = bench.drafts.get(entityKey({ entityType, code: from }));
    return draft === undefined ? null : (parentOf(bench, draft.document)?.code ?? null);
  });
  if (circle !== null) return refuse('cycle', `The entity would be its own ancestor: ${circle.join(' → ')}.`);
  return { id: parent.id, problems: [] };
}

/** The cells after the patch; a new entity also gets the default values of its type's attributes. */
function writeValues(
  bench: EntityBench,
  { document: { code }, members, attributes }: EntityTypeStructure,
  {
    id,
    isNew,
    values,
  }: { readonly id: string; readonly isNew: boolean; readonly values: EntityDocument['values'] },
  patch: EntityPatch,
) {
  const named = patch.values ?? [];
  const writes = isNew ? [...named, ...defaultWrites(attributes, named, bench.valueContext)] : named;
  const taken = takenValues(bench, { id, noun: 'entity of the type', within: uniqueWithin(code) }, writes);
  const context = toValueContext(bench.structure, bench.valueContext, members, {
    membership: `the entity type '${code}'`,
  });
  const merged = mergeCells(
    values,
    writes.filter((write) => !taken.has(write)),
    context,
  );
  return { ...merged, problems: [...merged.problems, ...taken.values()] };
}
