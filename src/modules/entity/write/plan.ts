import type { CellChange, StoredChange } from '../../../kernel/change.ts';
import { CODE_PATTERN_WITH_DASH, findCycle, foldKey, looksLikeId } from '../../../kernel/codes.ts';
import { Conflict, ValidationFailed } from '../../../kernel/errors.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { checkLabels } from '../../../kernel/labels.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import { findConflicts } from '../../../platform/ledger/find-conflicts.ts';
import { newId } from '../../../platform/new-id.ts';
import { applyPatch, diffDocuments } from '../../../platform/resource/change-document.ts';
import { entityKey, entityName } from '../../entity-reference/index.ts';
import type { EntityProperties } from '../../property/index.ts';
import type { CatalogueStructure, EntityTypeStructure } from '../../structure/index.ts';
import {
  defaultWrites,
  duplicateUniqueValues,
  isCellChange,
  mergeCells,
  rewriteValues,
  toValueContext,
  valueChanges,
  writesCell,
} from '../../values/index.ts';
import { entityNotFoundError } from '../entity.store.ts';
import { type EntityDocument, entitySearchText, newEntity, uniqueScope } from '../entity-document.ts';
import type { EntityPatch, EntityWrite } from './entity-input.ts';
import { type PendingEntity, type PlannedWrite, parentOf, type WriteBatch } from './write-batch.ts';

/**
 * Plans one write: checks it against the batch as it is now and returns its result for the entity. The batch is only
 * read; the database is queried only for the contents of a rejection.
 *
 * @throws NotFound, Conflict, VersionMismatch, ValidationFailed
 */
export async function planWrite(
  context: WriteContext,
  batch: WriteBatch,
  write: EntityWrite,
): Promise<PlannedWrite> {
  const { mode, structure } = batch;
  const { entityType, code, patch, ifVersion } = write;
  const current = batch.entities.get(entityKey(write));
  if (current === undefined && mode === 'update') throw await entityNotFoundError(context, write);
  const type = structure.entityTypes.get(foldKey(entityType));
  if (type === undefined) throw ValidationFailed.of([missingType(structure, entityType)]);
  const problem = current === undefined ? codeProblem(code) : null;
  if (problem !== null) throw ValidationFailed.of([problem]);
  if (current !== undefined && mode === 'create') throw duplicateCodeError(current.document);
  if (current?.stored && typeof ifVersion === 'number') {
    const isNamedInPatch = (change: CellChange) => namesChange(patch, change);
    const mismatch = await findConflicts(
      context,
      current.stored,
      ifVersion,
      isNamedInPatch,
      batch.laterChanges,
    );
    if (mismatch !== null) throw mismatch;
  }
  return planPatch(batch, type, current, write);
}

function planPatch(
  batch: WriteBatch,
  type: EntityTypeStructure,
  current: PendingEntity | undefined,
  { code, patch }: EntityWrite,
): PlannedWrite {
  const before = current?.document ?? null;
  const id = current?.id ?? newId();
  const blank = newEntity(type.document.code, before?.code ?? code);
  const { labels, active } = patch;
  const patched = applyPatch(before ?? blank, { labels, active }, blank, ['labels']);
  const parent = validateParent(batch, type, patched, patch.parent);
  const { valueRewrite } = patch;
  const values = valueRewrite ? rewriteValues(patched.values, valueRewrite) : patched.values;
  const written = writeValues(batch, type, { id, isNew: before === null, values }, patch);
  const problems = [...checkLabels(patched.labels, ['labels']), ...parent.problems, ...written.problems];
  if (problems.length > 0) throw ValidationFailed.of(problems);
  const document = {
    ...patched,
    parentId: parent.id,
    values: written.values,
    searchText: entitySearchText(patched),
  };
  return {
    id,
    isNew: before === null,
    document,
    changes: before === null ? [] : changesOf(batch, patch, before, document),
    comment: patch.comment ?? null,
  };
}

function changesOf(
  batch: WriteBatch,
  patch: EntityPatch,
  before: EntityDocument,
  after: EntityDocument,
): StoredChange[] {
  // The parent is loaded only if the patch contains it.
  const parentIn = (document: EntityDocument) =>
    patch.parent === undefined ? null : (parentOf(batch, document)?.code ?? null);
  const propertiesOf = (document: EntityDocument): Omit<EntityProperties, 'entityType'> => {
    const { code, labels, active } = document;
    return { code, labels, active, parent: parentIn(document) };
  };
  const properties = diffDocuments(propertiesOf(before), propertiesOf(after), ['labels']);
  const byId = { old: before.parentId, new: after.parentId };
  return [
    ...properties.map((change) => (change.path === 'parent' ? { ...change, byId } : change)),
    ...valueChanges(before.values, after.values),
  ];
}

/** Properties that change as a whole: type and code never change, labels by locale. */
type WholeProperty = Exclude<keyof EntityProperties, 'entityType' | 'code' | 'labels'>;

/** Returns true if a patch writes the property or cell that a change is about. */
function namesChange(patch: EntityPatch, change: CellChange): boolean {
  if (isCellChange(change)) return writesCell(patch.values ?? [], change);
  if (change.path !== 'labels') return patch[change.path as WholeProperty] !== undefined;
  return patch.labels === null || (patch.labels !== undefined && (change.locale ?? '') in patch.labels);
}

function missingType(structure: CatalogueStructure, code: string): FieldProblem {
  if (code === '') return fieldProblem('required', ['entityType'], localized('entity-type-required'));
  const codes = [...structure.entityTypes.values()].map(({ document }) => document.code);
  const suggestions = suggest(code, codes);
  const message = withSuggestions(localized('not-found', { kind: 'entity type', ref: code }), suggestions);
  return fieldProblem('reference-not-found', ['entityType'], message, { value: code, suggestions });
}

function codeProblem(code: string): FieldProblem | null {
  if (!CODE_PATTERN_WITH_DASH.test(code)) {
    const message = localized('code-with-hint', { ref: code, hint: localized('code-hint-dashed') });
    return fieldProblem('invalid-code', ['code'], message, { value: code });
  }
  if (!looksLikeId(code)) return null;
  return fieldProblem('reserved-code', ['code'], localized('code-like-id', { ref: code }), { value: code });
}

/** Returns the conflict that another living entity of the type has the code. */
export function duplicateCodeError({
  entityType,
  code,
}: {
  readonly entityType: string;
  readonly code: string;
}) {
  const message = localized('already-exists-an', { kind: 'entity', ref: entityName({ entityType, code }) });
  return new Conflict('duplicate-code', message, {
    errors: [fieldProblem('not-unique', ['code'], message, { value: code })],
  });
}

function validateParent(
  batch: WriteBatch,
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
    message: Message,
    suggestions: readonly string[] = [],
  ) => ({
    id: null,
    problems: [fieldProblem(problem, ['parent'], message, { value: code, suggestions })],
  });
  if (!type.document.hierarchical) {
    return refuse('value-not-allowed', localized('entity-type-flat', { typeCode: entityType }));
  }
  if (foldKey(code) === foldKey(entity.code)) {
    return refuse('cycle', localized('entity-cycle', { path: `${entity.code} → ${entity.code}` }));
  }
  const parent = batch.entities.get(entityKey({ entityType, code }));
  if (parent === undefined) {
    const suggestions = suggest(code, batch.parentChoices.get(foldKey(entityType))?.codes ?? []);
    const message = withSuggestions(
      localized('entity-not-found', { ref: code, typeCode: entityType }),
      suggestions,
    );
    return refuse('entity-not-found', message, suggestions);
  }
  const circle = findCycle(entity.code, (from) => {
    if (foldKey(from) === foldKey(entity.code)) return parent.document.code;
    const above = batch.entities.get(entityKey({ entityType, code: from }));
    return above === undefined ? null : (parentOf(batch, above.document)?.code ?? null);
  });
  if (circle !== null) return refuse('cycle', localized('entity-cycle', { path: circle.join(' → ') }));
  return { id: parent.id, problems: [] };
}

/** Returns the cells after the patch; a new entity also gets the default values of its type's attributes. */
function writeValues(
  batch: WriteBatch,
  { document: { code }, members, attributes }: EntityTypeStructure,
  {
    id,
    isNew,
    values,
  }: { readonly id: string; readonly isNew: boolean; readonly values: EntityDocument['values'] },
  patch: EntityPatch,
) {
  const patchWrites = patch.values ?? [];
  const writes = isNew
    ? [...patchWrites, ...defaultWrites(attributes, patchWrites, batch.valueContext)]
    : patchWrites;
  const duplicateProblems = duplicateUniqueValues(
    batch,
    { id, noun: 'entity', within: uniqueScope(code) },
    writes,
  );
  const context = toValueContext(batch.structure, batch.valueContext, members, {
    membership: `the entity type '${code}'`,
  });
  const merged = mergeCells(
    values,
    writes.filter((write) => !duplicateProblems.has(write)),
    context,
  );
  return { ...merged, problems: [...merged.problems, ...duplicateProblems.values()] };
}
