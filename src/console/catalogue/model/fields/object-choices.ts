import { useQuery } from '@tanstack/react-query';
import { fetchAllPages } from '../../../api/fetch-all-pages.ts';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import type { Choice } from './choices.ts';

const GROUPS = graphql(`
  query AttributeGroupChoices($after: String, $words: String) {
    attributeGroups(first: 100, after: $after, sort: { field: LABEL }, locale: $words) {
      nodes { code label(locale: $words) }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const SETS = graphql(`
  query AttributeSetChoices($after: String, $words: String) {
    attributeSets(first: 100, after: $after, sort: { field: LABEL }, locale: $words) {
      nodes { code label(locale: $words) }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const OPTION_SETS = graphql(`
  query OptionSetChoices($after: String, $words: String) {
    optionSets(first: 100, after: $after, sort: { field: LABEL }, locale: $words) {
      nodes { code label(locale: $words) }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const FAMILIES = graphql(`
  query MeasurementFamilyChoices($after: String, $words: String) {
    measurementFamilies(first: 100, after: $after, sort: { field: LABEL }, locale: $words) {
      nodes { code label(locale: $words) }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const ENTITY_TYPES = graphql(`
  query EntityTypeChoices($after: String, $words: String) {
    entityTypes(first: 100, after: $after, sort: { field: LABEL }, locale: $words) {
      nodes { code label(locale: $words) }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Page = Awaited<ReturnType<typeof loadGroups>>;

/** Returns a hook with all objects of a kind, by label; none until they are loaded. */
const choicesOf = (kind: string, load: (after: string | null, signal: AbortSignal) => Promise<Page>) =>
  function useObjectChoices(): readonly Choice[] {
    const query = useQuery({
      queryKey: [kind, 'choices'],
      queryFn: async ({ signal }) => {
        const objects = await fetchAllPages((after) => load(after, signal));
        return objects.map(({ code, label }): Choice => ({ value: code, label }));
      },
      staleTime: 60_000,
    });
    return query.data ?? NONE;
  };

const NONE: readonly Choice[] = [];

const loadGroups = async (after: string | null, signal: AbortSignal) =>
  (await request(GROUPS, { after }, signal)).attributeGroups;

export const useGroupChoices = choicesOf('ATTRIBUTE_GROUP', loadGroups);

export const useAttributeSetChoices = choicesOf(
  'ATTRIBUTE_SET',
  async (after, signal) => (await request(SETS, { after }, signal)).attributeSets,
);

export const useOptionSetChoices = choicesOf(
  'OPTION_SET',
  async (after, signal) => (await request(OPTION_SETS, { after }, signal)).optionSets,
);

export const useFamilyChoices = choicesOf(
  'MEASUREMENT_FAMILY',
  async (after, signal) => (await request(FAMILIES, { after }, signal)).measurementFamilies,
);

export const useEntityTypeChoices = choicesOf(
  'ENTITY_TYPE',
  async (after, signal) => (await request(ENTITY_TYPES, { after }, signal)).entityTypes,
);
