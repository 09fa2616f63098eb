import { foldKey } from '../../kernel/codes.ts';
import type { Conflict } from '../../kernel/errors.ts';
import { checkLabels } from '../../kernel/labels.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { MeasurementFamily as FamilyRow } from '../../platform/prisma/generated/client/client.ts';
import { defineResource } from '../../platform/resource/define-resource.ts';
import { qualifiedKey } from '../../platform/resource/qualified-codes.ts';
import type { Usages } from '../../platform/resource/resource.ts';
import { createTableStore } from '../../platform/resource/table-store.ts';
import { findUsages } from '../../platform/resource/usages.ts';
import { resourceInUse } from '../../platform/resource/write-resources.ts';
import { canonicalFamily, checkUnitChanges, removedUnits } from './measurement-family-rules.ts';
import { checkMeasurementFamily, type MeasurementFamily } from './measurement-rules.ts';

/** A measurement family as it is written; the units are replaced as a whole. */
export type MeasurementFamilyDocument = MeasurementFamily;

export const measurementFamilyStore = createTableStore<MeasurementFamilyDocument>({
  table: 'measurement_family',
  fields: ['labels', 'standardUnit', 'units'],
});

interface References {
  /** Attributes that measure in a stored family, by its folded code. */
  readonly attributes: ReadonlyMap<string, Usages>;
  /** Users of units that are to be removed, by {@link qualifiedKey}. */
  readonly units: ReadonlyMap<string, Usages>;
}

export const measurementFamilyResource = defineResource<FamilyRow, MeasurementFamilyDocument, References>({
  resource: 'measurement_family',
  type: 'MeasurementFamily',
  noun: 'measurementFamily',
  plural: 'measurementFamilies',
  scopes: { read: 'attributes:read', write: 'attributes:write' },
  store: measurementFamilyStore,
  // Units are found by code and label, too.
  list: {
    texts: `jsonb_build_array(labels, jsonb_path_query_array(units, '$[*].code'), jsonb_path_query_array(units, '$[*].labels'))`,
  },
  localized: ['labels'],
  blank: ({ code }) => ({ code: String(code), labels: {}, standardUnit: '', units: [] }),
  async references(context, next, current) {
    const stored = current.filter((family) => family !== null);
    const removed = next.flatMap((family, index) => {
      const before = current[index] ?? null;
      return before === null
        ? []
        : removedUnits(family, before).map((unit) => ({ owner: before.code, code: unit }));
    });
    return {
      attributes: await findUsages(context, ['measurement_family'], stored),
      units: await findUsages(context, ['unit'], removed),
    };
  },
  check(next, current, references) {
    const document = canonicalFamily(next, current);
    const labelProblems = document.units.flatMap(({ labels }, index) =>
      checkLabels(labels, ['units', String(index), 'labels']),
    );
    const problems = [
      ...checkMeasurementFamily(document),
      ...checkLabels(next.labels, ['labels']),
      ...labelProblems,
    ];
    return {
      document,
      problems,
      refusal: current === null ? null : checkFamilyChange(document, current, references),
    };
  },
});

export const { loader: measurementFamilyLoader, upsert: upsertMeasurementFamilies } =
  measurementFamilyResource;

/** Rejects changes that attributes, channels or products prevent. */
function checkFamilyChange(
  next: MeasurementFamily,
  current: MeasurementFamily,
  { attributes, units }: References,
): Conflict | null {
  const measuring = attributes.get(foldKey(current.code))?.users.map(({ code }) => code) ?? [];
  const unclear = checkUnitChanges(next, current, measuring);
  if (unclear !== null) return unclear;
  for (const unit of removedUnits(next, current)) {
    const subject = localized('unit-not-removable', { ref: unit, family: current.code });
    const rejection = resourceInUse(subject, units.get(qualifiedKey({ owner: current.code, code: unit })));
    if (rejection !== null) return rejection;
  }
  return null;
}
