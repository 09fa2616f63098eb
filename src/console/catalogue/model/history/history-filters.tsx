import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { t } from '../../../i18n/translate.ts';
import type { HistorySearchParams } from './history-search-params.ts';
import { ObjectFilter } from './object-filter.tsx';

const PEOPLE = graphql(`query People { mentionableUsers(first: 100) { nodes { id name } } }`);

const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: async ({ signal }) => (await request(PEOPLE, {}, signal)).mentionableUsers.nodes,
  staleTime: 60_000,
});

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Shows the filters of a history: person, object, period, and a choice of the page. */
export function HistoryFilters(props: {
  readonly search: HistorySearchParams;
  readonly onChange: (change: HistorySearchParams) => void;
  /** Choice between kinds or areas. */
  readonly subject: {
    readonly key: 'kind' | 'area';
    readonly label: string;
    readonly choices: readonly Choice[];
  };
  /** Actors and objects of the list that is shown, which need not exist any more. */
  readonly actors: readonly { readonly id: string; readonly name: string }[];
  readonly objects: readonly { readonly code: string; readonly label: string }[];
  /** True if objects are known by ids, which nobody types: only those of the list are suggested. */
  readonly isById?: boolean;
}) {
  const { search, onChange, subject, actors, objects, isById = false } = props;
  const { actor = '', since = '', until = '' } = search;
  const people = useQuery(peopleQuery).data ?? [];
  const former = actors.filter(({ id }) => !people.some((person) => person.id === id));
  const actorChoices = [...people, ...new Map(former.map((one) => [one.id, one])).values()];
  const hasActor = actor === '' || actorChoices.some(({ id }) => id === actor);
  const isFiltered = [actor, search[subject.key], search.object, since, until].some(Boolean);
  return (
    <Group mb="lg" gap="sm" align="flex-end">
      <NativeSelect
        label={t('Person')}
        data={[
          { value: '', label: t('Everyone') },
          ...actorChoices.map(({ id, name }) => ({ value: id, label: name })),
          ...(hasActor ? [] : [{ value: actor, label: actor }]),
        ]}
        value={actor}
        onChange={({ currentTarget: { value } }) => onChange({ actor: value || undefined })}
      />
      <NativeSelect
        label={subject.label}
        data={[{ value: '', label: t('All') }, ...subject.choices]}
        value={search[subject.key] ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ [subject.key]: value || undefined })}
      />
      <ObjectFilter
        code={search.object}
        objects={objects}
        isById={isById}
        onChange={(object) => onChange({ object })}
      />
      <TextInput
        type="date"
        label={t('From day')}
        value={since}
        max={until}
        onChange={({ currentTarget: { value } }) => onChange({ since: value || undefined })}
      />
      <TextInput
        type="date"
        label={t('To day')}
        value={until}
        min={since}
        onChange={({ currentTarget: { value } }) => onChange({ until: value || undefined })}
      />
      {isFiltered ? (
        <Button
          variant="default"
          onClick={() =>
            onChange({
              actor: undefined,
              [subject.key]: undefined,
              object: undefined,
              since: undefined,
              until: undefined,
            })
          }
        >
          {t('Clear filters')}
        </Button>
      ) : null}
    </Group>
  );
}
