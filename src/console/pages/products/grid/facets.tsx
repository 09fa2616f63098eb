import { Text } from '@mantine/core';
import { useViewScope } from '../../../api/view-scope.ts';
import { type Clause, chosenOf, toggleFacet } from '../../../catalogue/search/conditions.ts';
import { fieldLabel } from '../../../catalogue/search/field-label.ts';
import type { Facet } from '../../../catalogue/search/grid-documents.ts';
import { formatTag, t, tCode } from '../../../language/t.ts';
import { CodeLabel } from '../../../ui/labels/code-label.tsx';
import { plainLabel } from '../../../ui/labels/plain-label.ts';
import { titled } from '../../../ui/status-badge.tsx';
import { LevelFacet } from './levels/level-facet.tsx';
import type { Level } from './levels/levels.ts';

/** Maximum number of values of a facet that are listed. */
const LISTED = 12;

/**
 * Returns the label of a value: statuses are terms of the console, in its language; the rest has labels in the locale
 * of the page.
 */
const labelOf = (field: string, { value, label }: Facet['values'][number]) =>
  field === 'status' ? tCode(titled(value)) : label;

/** Returns values that found products have, and those that are chosen; the statuses stay where they are. */
export const shownValues = (field: string, values: Facet['values'], chosen: readonly string[]) =>
  values.filter(({ value, count }) => field === 'status' || count > 0 || chosen.includes(value));

/** Returns the depth of a value below others, as categories have. */
function depthOf(value: Facet['values'][number], values: Facet['values']): number {
  const parent = values.find((other) => other.value === value.parent);
  return parent === undefined ? 0 : 1 + depthOf(parent, values);
}

/** Shows the channel or the locale that a facet is about. */
const Hint = ({ children }: { readonly children: string | undefined }) => (
  <Text span display="block" truncate size="xs" c="var(--ink-3)" fw={400} title={children}>
    {children}
  </Text>
);

/** Shows the values that the found products have, with counts; a click narrows the list to one. */
export function Facets(props: {
  /** True if they are of another search, until those of this one are loaded. */
  readonly isStale: boolean;
  readonly facets: readonly Facet[];
  /** Number of products on each level; null until they are counted. */
  readonly levels: Readonly<Record<Level, number>> | null;
  readonly conditions: readonly Clause[];
  readonly onChange: (conditions: readonly Clause[]) => void;
}) {
  const { facets, conditions, onChange } = props;
  const { channel, locale } = useViewScope();
  return (
    <aside className="facets" aria-label={t('Filters')} data-stale={props.isStale || undefined}>
      {props.levels === null ? null : (
        <LevelFacet counts={props.levels} conditions={conditions} onChange={onChange} />
      )}
      {facets
        .map(({ field, values }) => {
          const chosen = chosenOf(field, conditions);
          return { field, values, chosen, shown: shownValues(field, values, chosen) };
        })
        .filter(({ shown }) => shown.length > 0)
        .map(({ field, values, chosen, shown }) => (
          <fieldset key={field}>
            <legend>
              {field === 'missing' ? t('Missing') : fieldLabel(field)}
              {field === 'missing' ? (
                <>
                  <Hint>{channel?.label}</Hint>
                  <span className="visually-hidden"> · </span>
                  <Hint>{locale?.label}</Hint>
                </>
              ) : null}
            </legend>
            {shown
              .filter(({ value }, index) => index < LISTED || chosen.includes(value))
              .map((value) => (
                <button
                  key={value.value}
                  type="button"
                  className="flat facet"
                  aria-pressed={chosen.includes(value.value)}
                  style={{ paddingInlineStart: 6 + 10 * depthOf(value, values) }}
                  onClick={() => onChange(toggleFacet(field, value.value, conditions))}
                >
                  <span className="sheet-text">
                    <CodeLabel label={labelOf(field, value)} />
                  </span>
                  <span className="facet-count">{value.count.toLocaleString(formatTag)}</span>
                </button>
              ))}
          </fieldset>
        ))}
    </aside>
  );
}

/**
 * Returns facets with all existing values, so that those that lead to nothing can be left; where no facets are passed,
 * as they are.
 */
export function withAllValues(facets: readonly Facet[], all: readonly Facet[]): readonly Facet[] {
  if (all.length === 0) return facets;
  return all.map(({ field, values }) => {
    const found = facets.find((facet) => facet.field === field)?.values ?? [];
    const countOf = (value: string) => found.find((one) => one.value === value)?.count ?? 0;
    return { field, values: values.map((one) => ({ ...one, count: countOf(one.value) })) };
  });
}

/** Returns the label of a value that a condition names; the value itself where the facets do not have it. */
export function labelOfValue(facets: readonly Facet[], field: string, value: string): string {
  if (field === 'publication') return value.replaceAll(':', ' · ');
  const facet = facets.find((one) => one.field === (field === 'completeness' ? 'missing' : field));
  const found = facet?.values.find((one) => one.value === value);
  if (found !== undefined) return plainLabel(labelOf(field, found));
  return field === 'status' || field === 'type' ? tCode(titled(value)) : value;
}
