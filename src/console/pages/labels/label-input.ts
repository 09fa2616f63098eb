import { keyOfObject } from '../../catalogue/labels/label-cells.ts';
import type { ModelChanges } from '../../catalogue/model/apply-model.ts';
import { toLabels } from '../../catalogue/model/fields/labels.ts';
import type { LabelKind, ModelLabels, UnitsOfFamily } from './label-documents.ts';

/** Maximum number of objects of one request beside options; a set counts where its options are written, too. */
const MAX_OBJECTS = 500;
/** Maximum number of options of one request. */
const MAX_OPTIONS = 5_000;

/** An object with the labels to write, by locale; an empty text removes one. */
export interface LabelWrite {
  readonly object: ModelLabels;
  readonly labels: Readonly<Record<string, string>>;
}

/** Field of the input of a kind; options and units stand in that of their set or family. */
const FIELDS = {
  ATTRIBUTE: 'attributes',
  ATTRIBUTE_GROUP: 'attributeGroups',
  ATTRIBUTE_SET: 'attributeSets',
  OPTION_SET: 'optionSets',
  OPTION: 'optionSets',
  CATEGORY: 'categories',
  ENTITY_TYPE: 'entityTypes',
  ASSOCIATION_TYPE: 'associationTypes',
  CHANNEL: 'channels',
  MEASUREMENT_FAMILY: 'measurementFamilies',
  UNIT: 'measurementFamilies',
} as const satisfies Readonly<Record<LabelKind, keyof ModelChanges>>;

/** Changes of one request, with the keys of the objects that they write. */
export interface LabelRequest {
  readonly input: ModelChanges;
  readonly keys: readonly string[];
  /** Returns the key of the object that a path of the input is about; undefined for none. */
  readonly keyAt: (path: readonly string[]) => string | undefined;
}

/**
 * Returns the requests that write labels, each with at most 500 objects and 5,000 options. A family and its units are
 * in one of them, because a request changes its version.
 *
 * @param unitsOf returns the units of a family, which are replaced as a whole
 */
export function labelRequests(
  writes: readonly LabelWrite[],
  unitsOf: (family: string) => UnitsOfFamily | undefined,
): readonly LabelRequest[] {
  const entries = [
    ...Map.groupBy(writes, ({ object }) => `${FIELDS[object.kind]}/${object.owner ?? object.code}`).values(),
  ];
  const batches: LabelWrite[][] = [];
  let objects = MAX_OBJECTS;
  let options = 0;
  for (const entry of entries.flatMap((all) => partsOf(all))) {
    const ownOptions = entry.filter(({ object }) => object.kind === 'OPTION').length;
    if (objects === MAX_OBJECTS || options + ownOptions > MAX_OPTIONS) {
      batches.push([]);
      objects = 0;
      options = 0;
    }
    batches.at(-1)?.push(...entry);
    objects += 1;
    options += ownOptions;
  }
  return batches.map((batch) => toRequest(batch, unitsOf));
}

/** Splits the labels of an option set that has more options than one request takes. */
const partsOf = (writes: readonly LabelWrite[]): readonly (readonly LabelWrite[])[] =>
  Array.from({ length: Math.ceil(writes.length / MAX_OPTIONS) }, (_, index) =>
    writes.slice(index * MAX_OPTIONS, (index + 1) * MAX_OPTIONS),
  );

function toRequest(
  writes: readonly LabelWrite[],
  unitsOf: (family: string) => UnitsOfFamily | undefined,
): LabelRequest {
  const keysByPath = new Map<string, string>();
  const fields = [...Map.groupBy(writes, ({ object }) => FIELDS[object.kind])].map(([field, ofField]) => {
    const entries = [...Map.groupBy(ofField, ({ object }) => object.owner ?? object.code)];
    const inputs = entries.map(([code, ofEntry], index) => {
      const options = ofEntry.filter(({ object }) => object.kind === 'OPTION');
      for (const { object } of ofEntry.filter((one) => !options.includes(one)))
        keysByPath.set(`${field}/${index}`, keyOfObject(object));
      for (const [ordinal, { object }] of options.entries())
        keysByPath.set(`${field}/${index}/options/${ordinal}`, keyOfObject(object));
      return {
        code,
        ...entryInput(ofEntry, unitsOf(code)),
        ...(options.length === 0 ? {} : { options: options.map(optionInput) }),
      };
    });
    return [field, inputs] as const;
  });
  return {
    input: Object.fromEntries(fields) as ModelChanges,
    keys: writes.map(({ object }) => keyOfObject(object)),
    keyAt: ([field = '', index = '', list, ordinal]) =>
      keysByPath.get(`${field}/${index}/${list}/${ordinal}`) ?? keysByPath.get(`${field}/${index}`),
  };
}

const optionInput = ({ object: { code, version }, labels }: LabelWrite) => ({
  code,
  ifVersion: version,
  labels: toInput(labels),
});

/** Returns the own labels of an object, and the units of a family if some of them have other labels. */
function entryInput(writes: readonly LabelWrite[], family: UnitsOfFamily | undefined) {
  const own = writes.find(({ object }) => object.owner === null);
  const units = new Map(
    writes.flatMap(({ object: { kind, code }, labels }) =>
      kind === 'UNIT' ? [[code, labels] as const] : [],
    ),
  );
  return {
    ...(own === undefined ? {} : { ifVersion: own.object.version, labels: toInput(own.labels) }),
    ...(family === undefined || units.size === 0
      ? {}
      : {
          ifVersion: family.version,
          units: family.units.map((unit) => ({
            ...unit,
            labels: toInput({ ...toLabels(unit.labels), ...units.get(unit.code) }),
          })),
        }),
  };
}

/** Returns labels as the input takes them: null removes one. */
const toInput = (labels: LabelWrite['labels']) =>
  Object.entries(labels).map(([locale, text]) => ({ locale, text: text || null }));
