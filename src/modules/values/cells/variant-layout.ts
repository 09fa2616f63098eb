import { trimDecimal } from '../../../kernel/decimal.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { type AttributeDefinition, isMeasurement } from '../../attribute/index.ts';
import { type MeasurementFamily, toStandardUnit } from '../../measurement/index.ts';
import { cellsOf, findCell, type Values } from './cells.ts';

/** Axes that distinguish the variants below a root model, and the attributes of each level. */
export interface VariantLayout {
  readonly code: string;
  /** One or two levels below the root; level 1 is `levels[0]`. */
  readonly levels: readonly VariantLevel[];
}

export interface VariantLevel {
  /** One to five attribute codes whose values together are unique among siblings. */
  readonly axes: readonly string[];
  /** Further attributes that belong to this level; those named nowhere belong to the root. */
  readonly attributes: readonly string[];
}

/** Position of a product in its layout: 0 the root model, 1 its children, 2 theirs. */
export interface VariantPlacement {
  readonly layout: VariantLayout;
  readonly level: number;
}

interface LayoutIndex {
  readonly levels: ReadonlyMap<string, number>;
  readonly axisLevels: ReadonlyMap<string, number>;
}

const indexes = new WeakMap<VariantLayout, LayoutIndex>();

/** Returns the level an attribute belongs to: that of the axes or attributes that name it, else the root (0). */
export function levelOf(layout: VariantLayout, attribute: string): number {
  return indexOf(layout).levels.get(attribute) ?? 0;
}

/** Returns the level whose products the attribute tells apart, or undefined when it is no axis. */
export function axisLevelOf(layout: VariantLayout, attribute: string): number | undefined {
  return indexOf(layout).axisLevels.get(attribute);
}

/** Returns the axes that tell the products of a level apart; none at the root. */
export function axesAt(layout: VariantLayout, level: number): readonly string[] {
  return layout.levels[level - 1]?.axes ?? [];
}

/** Returns one problem for every axis of the product's level that has no own value. */
export function checkAxes(
  { layout, level }: VariantPlacement,
  own: Values,
  path: readonly string[] = ['values'],
): FieldProblem[] {
  return axesAt(layout, level)
    .filter((axis) => axisValue(own, axis) === null)
    .map((axis) => {
      const message = localized('axis-missing', { attribute: axis, layout: layout.code });
      return fieldProblem('axis-missing', [...path, axis], message, { attribute: axis });
    });
}

/**
 * Returns the axis values of a product as one text, in the order of the axes: equal texts mean equal variants.
 * Measurements count in their standard unit, so 1 m and 100 cm are the same. Null while a value is missing, and at the
 * root.
 */
export function axisKey(
  { layout, level }: VariantPlacement,
  own: Values,
  findAttribute: (code: string) => AttributeDefinition | undefined,
  findMeasurementFamily: (code: string) => MeasurementFamily | undefined,
): string | null {
  const axes = axesAt(layout, level);
  if (axes.length === 0) return null;
  const parts: JsonValue[] = [];
  for (const axis of axes) {
    const value = axisValue(own, axis);
    if (value === null) return null;
    const family = findMeasurementFamily(findAttribute(axis)?.measurementFamily ?? '');
    parts.push([axis, comparable(value, family)]);
  }
  return JSON.stringify(parts);
}

function axisValue(own: Values, axis: string): JsonValue {
  return findCell(cellsOf(own, axis), null, null)?.value ?? null;
}

function comparable(value: JsonValue, family: MeasurementFamily | undefined): JsonValue {
  if (!isMeasurement(value)) return value;
  return family === undefined
    ? `${trimDecimal(value.amount)} ${value.unit}`
    : toStandardUnit(value.amount, value.unit, family);
}

function indexOf(layout: VariantLayout): LayoutIndex {
  const cachedIndex = indexes.get(layout);
  if (cachedIndex !== undefined) return cachedIndex;
  const levels = new Map<string, number>();
  const axisLevels = new Map<string, number>();
  layout.levels.forEach(({ axes, attributes }, index) => {
    for (const attribute of attributes) levels.set(attribute, index + 1);
    for (const axis of axes) axisLevels.set(axis, index + 1);
  });
  for (const [axis, level] of axisLevels) levels.set(axis, level);
  const created = { levels, axisLevels };
  indexes.set(layout, created);
  return created;
}
