import { Text } from '@mantine/core';
import { useViewScope } from '../../../api/view-scope.ts';
import { type Clause, selectedFacetValues, toggleFacet } from '../../../catalogue/search/conditions.ts';
import { fieldLabel } from '../../../catalogue/search/field-label.ts';
import type { Facet } from '../../../catalogue/search/grid-documents.ts';
import { localeTag, t, translateLabel } from '../../../i18n/translate.ts';
import { CodeLabel } from '../../../ui/labels/code-label.tsx';
import { stripBrackets } from '../../../ui/labels/plain-label.ts';
import { titled } from '../../../ui/status-badge.tsx';
import { LevelFacet } from './levels/level-facet.tsx';
import type { Level } from './levels/levels.ts';

/** Maximum number of values of a facet that are listed. */
const MAX_VALUES = 12;

/**
 * Returns the label of a value: statuses are terms of the console, in its language; the rest has labels in the locale
 * of the page.
 */
const labelOf = (field: string, { value, label }: Facet['values'][number]) =>
  field === 'status' ? translateLabel(titled(value)) : label;

/** Returns values that found products have, and those that are chosen; the statuses stay where they are. */
export const visibleFacetValues = (
  field: string,
  values: Facet['values'],
  selectedValues: readonly string[],
) => values.filter(({ value, count }) => field === 'status' || count > 0 || selectedValues.includes(value));

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
          const selectedValues = selectedFacetValues(field, conditions);
          return {
            field,
            values,
            chosen: selectedValues,
            shown: visibleFacetValues(field, values, selectedValues),
          };
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
              .filter(({ value }, index) => index < MAX_VALUES || chosen.includes(value))
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
                  <span className="facet-count">{value.count.toLocaleString(localeTag)}</span>
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
export function addEmptyFacetValues(facets: readonly Facet[], all: readonly Facet[]): readonly Facet[] {
  if (all.length === 0) return facets;
  return all.map(({ field, values }) => {
    const facetValues = facets.find((facet) => facet.field === field)?.values ?? [];
    const countOf = (value: string) => facetValues.find((one) => one.value === value)?.count ?? 0;
    return { field, values: values.map((one) => ({ ...one, count: countOf(one.value) })) };
  });
}

/** Returns the label of a value that a condition names; the value itself where the facets do not have it. */
export function facetValueLabel(facets: readonly Facet[], field: string, value: string): string {
  if (field === 'publication') return value.replaceAll(':', ' · ');
  const facet = facets.find((one) => one.field === (field === 'completeness' ? 'missing' : field));
  const facetValue = facet?.values.find((one) => one.value === value);
  if (facetValue !== undefined) return stripBrackets(labelOf(field, facetValue));
  return field === 'status' || field === 'type' ? translateLabel(titled(value)) : value;
}
