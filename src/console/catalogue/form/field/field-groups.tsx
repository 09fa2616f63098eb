import { startTransition, useEffect, useState } from 'react';
import type { FieldGroup } from '../form-model.ts';
import { FieldRow } from './field-row.tsx';

/** Number of fields that are drawn at once, more than fit on a screen; as many follow in each step. */
const FIRST_FIELDS = 20;
const MORE_FIELDS = 20;
/** Approximate height in pixels of a field that is not drawn yet. */
const FIELD_HEIGHT = 64;

/**
 * Shows the groups with their fields. Those in view are drawn first, the others as soon as the browser has time for
 * them.
 */
export function FieldGroups(props: {
  readonly groups: readonly FieldGroup[];
  readonly field: string | undefined;
}) {
  const { groups, field } = props;
  const codes = groups.flatMap(({ fields }) => fields.map(({ attribute }) => attribute.code));
  const [count, setCount] = useState(FIRST_FIELDS);
  const position = field === undefined ? -1 : codes.indexOf(field);
  const drawn = Math.max(count, position + FIRST_FIELDS);
  const isWhole = drawn >= codes.length;
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => startTransition(() => setCount(drawn + MORE_FIELDS)));
    return () => clearTimeout(timer);
  }, [drawn, isWhole]);
  let before = 0;
  return groups.map((group) => {
    const visibleCount = Math.max(0, Math.min(group.fields.length, drawn - before));
    before += group.fields.length;
    return (
      <section key={group.code} id={`group-${group.code}`} aria-labelledby={`title-${group.code}`}>
        <h2 id={`title-${group.code}`}>{group.title}</h2>
        {group.fields.slice(0, visibleCount).map((one) => (
          <FieldRow key={one.attribute.code} field={one} />
        ))}
        {visibleCount === group.fields.length ? null : (
          <div style={{ blockSize: (group.fields.length - visibleCount) * FIELD_HEIGHT }} />
        )}
      </section>
    );
  });
}
