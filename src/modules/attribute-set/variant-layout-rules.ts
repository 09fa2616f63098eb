import { CODE_PATTERN, foldKey } from '../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { checkLabels } from '../../kernel/labels.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { CODE_HINT } from '../../platform/resource/resource-operations.ts';
import { ATTRIBUTE_TYPES, type AttributeDocument } from '../attribute/index.ts';
import type { VariantLayoutDocument, VariantLevelDocument } from './attribute-set.store.ts';
import {
  duplicateProblem,
  type Members,
  notInSetProblem,
  type ValidationResult,
} from './attribute-set-rules.ts';

const MAX_LEVELS = 2;
const MAX_AXES = 5;

/** Form of layouts in a write: a part that is left out is empty. */
type WrittenLayout = {
  readonly code: string;
  readonly labels?: VariantLayoutDocument['labels'] | null;
  readonly levels?: readonly WrittenLevel[] | null;
};
type WrittenLevel = {
  readonly axes?: readonly string[] | null;
  readonly attributes?: readonly string[] | null;
};

/**
 * Returns layouts with all codes in their stored case. An attribute that a level had before and that is no longer in
 * the set is dropped; an axis never is.
 */
export function validateLayouts(
  written: readonly WrittenLayout[],
  before: readonly VariantLayoutDocument[],
  members: Members,
): ValidationResult<readonly VariantLayoutDocument[]> {
  const problems: FieldProblem[] = [];
  const stored = new Map(before.map((layout) => [foldKey(layout.code), layout]));
  const seenCodes = new Set<string>();
  const value = written.map((layout, index) => {
    const path = ['variantLayouts', String(index)];
    const old = stored.get(foldKey(layout.code));
    if (seenCodes.has(foldKey(layout.code))) {
      const message = localized('named-twice', { kind: 'layout', ref: layout.code });
      problems.push(fieldProblem('duplicate-item', [...path, 'code'], message, { value: layout.code }));
    }
    seenCodes.add(foldKey(layout.code));
    const validated = validateLayout(layout, old, members, path);
    problems.push(...validated.problems);
    return validated.value;
  });
  return { value, problems };
}

function validateLayout(
  layout: WrittenLayout,
  old: VariantLayoutDocument | undefined,
  members: Members,
  path: readonly string[],
): ValidationResult<VariantLayoutDocument> {
  const labels = layout.labels ?? {};
  const problems = checkLabels(labels, [...path, 'labels']);
  if (!CODE_PATTERN.test(layout.code)) {
    const message = localized('code-with-hint', { ref: layout.code, hint: CODE_HINT });
    problems.push(fieldProblem('invalid-code', [...path, 'code'], message, { value: layout.code }));
  }
  const written = layout.levels ?? [];
  if (written.length === 0 || written.length > MAX_LEVELS) {
    const code = written.length === 0 ? 'too-few-items' : 'too-many-items';
    const message = localized('layout-level-count', { count: written.length });
    problems.push(fieldProblem(code, [...path, 'levels'], message, { value: written.length }));
  }
  const leftOver = new Set(old?.levels.flatMap(({ attributes }) => attributes.map(foldKey)));
  // An attribute belongs to one level of the layout, whether as an axis or not.
  const usedAttributes = new Set<string>();
  const levels = written.map((level, index) => {
    const validated = validateLevel(level, members, leftOver, usedAttributes, [
      ...path,
      'levels',
      String(index),
    ]);
    problems.push(...validated.problems);
    return validated.value;
  });
  return { value: { code: old?.code ?? layout.code, labels, levels }, problems };
}

function validateLevel(
  level: WrittenLevel,
  members: Members,
  leftOver: ReadonlySet<string>,
  usedAttributes: Set<string>,
  path: readonly string[],
): ValidationResult<VariantLevelDocument> {
  const problems: FieldProblem[] = [];
  const [axes, attributes] = [level.axes ?? [], level.attributes ?? []];
  if (axes.length === 0 || axes.length > MAX_AXES) {
    const code = axes.length === 0 ? 'too-few-items' : 'too-many-items';
    const message = localized('level-axis-count', { max: MAX_AXES, count: axes.length });
    problems.push(fieldProblem(code, [...path, 'axes'], message, { value: axes.length }));
  }
  const ownAxes = new Set(axes.map(foldKey));
  const pathOf = (codes: readonly string[], key: 'axes' | 'attributes'): string[] =>
    codes.flatMap((code, index) => {
      const at = [...path, key, String(index)];
      // Axes belong to their level anyway; naming them again does no harm.
      if (key === 'attributes' && ownAxes.has(foldKey(code))) return [];
      const member = members.get(foldKey(code));
      if (member === undefined) {
        if (key === 'axes' || !leftOver.has(foldKey(code))) problems.push(notInSetProblem(at, code, members));
        return [];
      }
      if (usedAttributes.has(foldKey(code))) {
        problems.push(duplicateProblem(at, member.code));
        return [];
      }
      usedAttributes.add(foldKey(code));
      if (key === 'axes') problems.push(...checkAxis(member, at));
      return [member.code];
    });
  return { value: { axes: pathOf(axes, 'axes'), attributes: pathOf(attributes, 'attributes') }, problems };
}

function checkAxis({ code, type, localizable, scopable }: AttributeDocument, path: readonly string[]) {
  const details = { attribute: code, value: code };
  if (!ATTRIBUTE_TYPES[type].canBeAxis) {
    const axisTypes = Object.entries(ATTRIBUTE_TYPES).filter(([, metadata]) => metadata.canBeAxis);
    const names = axisTypes.map(([name]) => name);
    const message = localized('axis-type', { attribute: code, type, list: names });
    return [fieldProblem('value-not-allowed', path, message, details)];
  }
  if (!localizable && !scopable) return [];
  const message = localizable
    ? localized('axis-per-locale', { attribute: code })
    : localized('axis-per-channel', { attribute: code });
  return [fieldProblem('value-not-allowed', path, message, details)];
}
