import { foldKey } from '../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import type { ReferencedDocuments } from '../../platform/resource/referenced-documents.ts';
import type { CategoryDocument } from '../category/index.ts';
import type { ConvertibleAttribute } from './channel-references.store.ts';

/** A field in canonical form and what is wrong with it. */
interface Validated<Value> {
  readonly value: Value;
  readonly problems: readonly FieldProblem[];
}

/** Checks the codes of a list, which may neither be empty nor name anything twice. */
export function checkCodes(
  field: string,
  noun: string,
  codes: readonly string[],
  referenced: ReferencedDocuments<{ readonly code: string }>,
): Validated<readonly string[]> {
  if (codes.length === 0) {
    return {
      value: codes,
      problems: [fieldProblem('required', [field], localized('channel-part-required', { kind: noun }))],
    };
  }
  const problems: FieldProblem[] = [];
  const seenKeys = new Set<string>();
  codes.forEach((code, index) => {
    const path = [field, String(index)];
    const stored = referenced.find(code)?.code;
    if (stored === undefined) {
      problems.push(referenced.notFoundProblem(path, noun, code));
    } else if (seenKeys.has(stored)) {
      problems.push(
        fieldProblem('duplicate-item', path, localized('named-twice', { kind: noun, ref: stored }), {
          value: code,
        }),
      );
    } else seenKeys.add(stored);
  });
  return { value: [...seenKeys], problems };
}

/** Checks the tree of a channel, which begins at a root. */
export function checkCategoryRoot(
  code: string | null,
  categories: ReferencedDocuments<CategoryDocument>,
): Validated<string | null> {
  if (code === null) return { value: null, problems: [] };
  const path = ['categoryRoot'];
  const category = categories.find(code);
  if (category === undefined)
    return { value: code, problems: [categories.notFoundProblem(path, 'category', code)] };
  if (category.parent === null) return { value: category.code, problems: [] };
  const message = localized('category-not-a-root', { category: category.code, parent: category.parent });
  return { value: code, problems: [fieldProblem('value-not-allowed', path, message, { value: code })] };
}

/** Returns units by attribute: of attributes that measure, each in its own family. */
export function checkConversionUnits(
  units: Readonly<Record<string, string>>,
  attributes: ReadonlyMap<string, ConvertibleAttribute>,
): Validated<Readonly<Record<string, string>>> {
  const problems: FieldProblem[] = [];
  const value: Record<string, string> = {};
  for (const [name, wanted] of Object.entries(units)) {
    const attribute = attributes.get(foldKey(name));
    if (attribute?.type !== 'measurement') {
      problems.push(notMeasuring(name, attribute, attributes));
      continue;
    }
    const unit = attribute.units.find((code) => foldKey(code) === foldKey(wanted));
    if (unit === undefined) problems.push(noSuchUnit(name, attribute, wanted));
    else value[attribute.code] = unit;
  }
  return { value, problems };
}

function notMeasuring(
  name: string,
  attribute: ConvertibleAttribute | undefined,
  attributes: ReadonlyMap<string, ConvertibleAttribute>,
): FieldProblem {
  const path = ['conversionUnits', name];
  if (attribute !== undefined) {
    const message = localized('attribute-without-measurements', { attribute: attribute.code });
    return fieldProblem('value-not-allowed', path, message, { value: name, attribute: attribute.code });
  }
  const candidates = [...attributes.values()].filter(({ type }) => type === 'measurement');
  const suggestions = suggest(
    name,
    candidates.map(({ code }) => code),
  );
  const message = withSuggestions(localized('not-found', { kind: 'attribute', ref: name }), suggestions);
  return fieldProblem('attribute-not-found', path, message, { value: name, suggestions });
}

function noSuchUnit(name: string, attribute: ConvertibleAttribute, unit: string): FieldProblem {
  const suggestions = suggest(unit, attribute.units);
  const message = withSuggestions(
    localized('family-without-unit', { attribute: attribute.code, unit }),
    suggestions,
  );
  return fieldProblem('unit-not-in-family', ['conversionUnits', name], message, {
    value: unit,
    attribute: attribute.code,
    suggestions,
  });
}
