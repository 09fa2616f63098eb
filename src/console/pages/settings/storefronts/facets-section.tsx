import { Box, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useViewScope } from '../../../api/view-scope.ts';
import { t } from '../../../i18n/translate.ts';
import { CloseIcon } from '../../../ui/icons.ts';
import { EmptyState } from '../../../ui/messages/states.tsx';
import { OrderedList } from './ordered-list.tsx';
import { categoriesQuery } from './storefront-documents.ts';
import { CATEGORIES, type SectionProps } from './storefront-draft.ts';

/** Shows the facets of lists, in order, and those of categories that differ. */
export function FacetsSection({ draft, exposable, onChange }: SectionProps) {
  const locale = useViewScope().locale?.code ?? null;
  const categories = useQuery(categoriesQuery(locale)).data ?? [];
  const exposed = new Set(draft.attributes);
  const choices = [
    { code: CATEGORIES, label: t('Categories') },
    ...exposable.attributes
      .filter(({ code }) => exposed.has(code) && exposable.countable.has(code))
      .map(({ code, label }) => ({ code, label })),
  ];
  const isChoice = (code: string) => choices.some((choice) => choice.code === code);
  const { categoryFacets } = draft;
  const labelOf = (category: string) => categories.find(({ code }) => code === category)?.label ?? category;
  const others = categories.filter(({ code }) => !categoryFacets.some(({ category }) => category === code));
  return (
    <Stack gap="xl" maw={720}>
      <section>
        <Title order={2} mb={4}>
          {t('All lists')}
        </Title>
        <Text c="var(--ink-2)" mb="xs">
          {t(
            'Shoppers filter lists by these, in this order. Only exposed attributes that can be counted are available.',
          )}
        </Text>
        {draft.facets.filter(isChoice).length === 0 ? (
          <EmptyState title={t('No facets yet')}>
            {t('Add the category tree, a brand or a colour: what shoppers ask for first.')}
          </EmptyState>
        ) : null}
        <OrderedList
          label={t('Facets')}
          codes={draft.facets.filter(isChoice)}
          choices={choices}
          add={t('Add facet…')}
          onChange={(facets) => onChange({ facets })}
        />
      </section>
      <section>
        <Title order={2} mb={4}>
          {t('Categories with facets of their own')}
        </Title>
        <Text c="var(--ink-2)" mb="xs">
          {t('They replace the list above in the category and all categories below it.')}
        </Text>
        {categoryFacets.map(({ category, facets }, index) => (
          <Box component="section" key={category} mb="lg" aria-label={labelOf(category)}>
            <Group justify="space-between">
              <h3>{labelOf(category)}</h3>
              <button
                type="button"
                className="icon-button"
                aria-label={t('Remove {name}', { name: labelOf(category) })}
                onClick={() => onChange({ categoryFacets: categoryFacets.toSpliced(index, 1) })}
              >
                <CloseIcon />
              </button>
            </Group>
            <OrderedList
              label={t('Facets of {name}', { name: labelOf(category) })}
              codes={facets.filter(isChoice)}
              choices={choices}
              add={t('Add facet…')}
              onChange={(next) =>
                onChange({ categoryFacets: categoryFacets.with(index, { category, facets: next }) })
              }
            />
          </Box>
        ))}
        <Select
          key={categoryFacets.length}
          aria-label={t('Add category…')}
          placeholder={t('Add category…')}
          searchable
          selectFirstOptionOnChange
          limit={100}
          maw={320}
          value={null}
          data={others.map(({ code, label }) => ({ value: code, label }))}
          nothingFoundMessage={t('Nothing found')}
          onChange={(category) => {
            if (category === null) return;
            const facets = draft.facets.filter(isChoice);
            const added = [...categoryFacets, { category, facets }];
            // Facets are sorted in the order in which they are stored.
            onChange({ categoryFacets: added.sort((a, b) => (a.category < b.category ? -1 : 1)) });
          }}
        />
      </section>
    </Stack>
  );
}
