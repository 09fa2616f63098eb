import { foldKey } from '../../kernel/codes.ts';
import {
  Conflict,
  type DomainError,
  detailOf,
  NotFound,
  ValidationFailed,
  VersionMismatch,
} from '../../kernel/errors.ts';
import { type FieldProblem, type FieldProblemCode, fieldProblem } from '../../kernel/field-problem.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { hasScope, scopesIn } from '../../kernel/scopes.ts';
import type { Session } from '../../kernel/session.ts';
import { describeResource } from '../../platform/resource/write-resources.ts';
import { CONFIGURATION_RESOURCES, type ConfigurationKind } from '../configuration/index.ts';
import type { ModelDeletion, ModelItem } from './model-items.ts';
import { referencedKinds } from './model-kinds.ts';

/** Maximum number of items of one model, deletions included and options to write left out. */
export const MAX_MODEL_ITEMS = 500;
/** Maximum number of options that one model writes: a large set as a whole. */
export const MAX_MODEL_OPTIONS = 5_000;

/** An item to write or to delete. */
export type ModelEntry = ModelItem | ModelDeletion;

/** Rejects what is wrong with an input whatever is stored: its size, missing scopes, and contradictions. */
export function checkModel(
  session: Session,
  items: readonly ModelItem[],
  deletions: readonly ModelDeletion[],
): void {
  checkSize(items, deletions.length);
  const written = new Set(items.map(keyOf));
  const deleted = new Set<string>();
  const problems = [
    ...[...items, ...deletions].flatMap((entry) => scopeProblems(session, entry)),
    ...deletions.flatMap((deletion) => {
      const key = keyOf(deletion);
      const problem = deletionProblem(deletion, written.has(key), deleted.has(key));
      deleted.add(key);
      return problem;
    }),
  ];
  if (problems.length > 0) throw ValidationFailed.of(problems);
}

function checkSize(items: readonly ModelItem[], deletions: number): void {
  if (items.length + deletions === 0)
    throw ValidationFailed.of([fieldProblem('required', [], localized('model-empty'), { value: 0 })]);
  const options = items.filter(({ kind }) => kind === 'option').length;
  const others = items.length - options + deletions;
  const problems = [
    ...(others > MAX_MODEL_ITEMS ? [tooMany('model-too-large', others, MAX_MODEL_ITEMS)] : []),
    ...(options > MAX_MODEL_OPTIONS ? [tooMany('model-too-many-options', options, MAX_MODEL_OPTIONS)] : []),
  ];
  if (problems.length > 0) throw ValidationFailed.of(problems);
}

const tooMany = (key: 'model-too-large' | 'model-too-many-options', count: number, max: number) =>
  fieldProblem('too-many-items', [], localized(key, { count, max }), { value: count });

const keyOfCode = (kind: ConfigurationKind, code: unknown) => `${kind}/${foldKey(String(code))}`;
const keyOf = ({ kind, patch }: ModelEntry) =>
  kind === 'option'
    ? `${keyOfCode('option', patch.code)}/${foldKey(String(patch.optionSet ?? ''))}`
    : keyOfCode(kind, patch.code);
const nameOf = ({ kind, patch }: ModelEntry) =>
  localized('object-name', { kind: describeResource(kind), ref: patch.code });

function scopeProblems(session: Session, entry: ModelEntry): FieldProblem[] {
  const { scope } = CONFIGURATION_RESOURCES[entry.kind].upsert;
  if (hasScope(session, scope)) return [];
  const message = localized('item-scope', { subject: nameOf(entry), allowed: scopesIn(scope).join(', ') });
  return [fieldProblem('insufficient-scope', entry.path, message, { value: entry.patch.code })];
}

function deletionProblem(deletion: ModelDeletion, isWritten: boolean, isRepeated: boolean): FieldProblem[] {
  const { kind, patch, path } = deletion;
  if (kind === 'option' && (patch.optionSet ?? '') === '')
    return [fieldProblem('required', [...path, 'optionSet'], localized('option-set-of-option'))];
  const value = patch.code;
  if (isWritten) {
    const message = localized('deleted-and-written', { subject: nameOf(deletion) });
    return [fieldProblem('value-not-allowed', path, message, { value })];
  }
  if (!isRepeated) return [];
  return [fieldProblem('duplicate-item', path, localized('listed-twice', { ref: value }), { value })];
}

/** Problems of naming what does not exist. */
const MISSING: ReadonlySet<string> = new Set(['reference-not-found', 'attribute-not-in-set']);

/** Rejects the whole for its failed items. What only misses another failed item says nothing new and is left out. */
export function rejectFailedItems(
  entries: readonly ModelEntry[],
  rejections: ReadonlyMap<ModelEntry, DomainError>,
): void {
  if (rejections.size === 0) return;
  const failed = new Set([...rejections.keys()].map(({ kind, patch }) => keyOfCode(kind, patch.code)));
  const follows = ({ kind }: ModelEntry, { code, path, value }: FieldProblem) =>
    MISSING.has(code) && referencedKinds(kind, path).some((one) => failed.has(keyOfCode(one, value)));
  const problems = entries.flatMap((entry) => {
    const rejection = rejections.get(entry);
    return rejection === undefined ? [] : problemsOf(entry, rejection).map((problem) => ({ entry, problem }));
  });
  const own = problems.filter(({ entry, problem }) => !follows(entry, problem));
  throw ValidationFailed.of(
    (own.length > 0 ? own : problems).map(({ entry, problem }) => ({
      ...problem,
      path: [...entry.path, ...problem.path],
    })),
  );
}

function problemsOf({ patch }: ModelEntry, rejection: DomainError): readonly FieldProblem[] {
  const usedBy =
    rejection instanceof Conflict && rejection.usedBy.length > 0 ? { usedBy: rejection.usedBy } : {};
  if (rejection.errors.length > 0) return rejection.errors.map((problem) => ({ ...problem, ...usedBy }));
  const versions =
    rejection instanceof VersionMismatch
      ? { currentVersion: rejection.currentVersion, conflicts: rejection.conflicts }
      : {};
  const path = rejection instanceof NotFound ? ['code'] : [];
  return [
    fieldProblem(fieldCodeOf(rejection), path, detailOf(rejection), {
      value: patch.code,
      ...usedBy,
      ...versions,
    }),
  ];
}

function fieldCodeOf(rejection: DomainError): FieldProblemCode {
  if (rejection instanceof NotFound) return 'reference-not-found';
  if (rejection.code === 'resource-in-use' || rejection.code === 'version-mismatch') return rejection.code;
  return 'value-not-allowed';
}
