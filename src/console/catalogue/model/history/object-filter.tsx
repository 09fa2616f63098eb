import { TextInput } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { t } from '../../../i18n/translate.ts';

const OBJECTS = graphql(`
  query ObjectsByLabel($query: String!, $words: String) {
    attributes: findCodes(kind: ATTRIBUTE, query: $query, limit: 5, locale: $words) { items { code label } }
    sets: findCodes(kind: ATTRIBUTE_SET, query: $query, limit: 5, locale: $words) { items { code label } }
    categories: findCodes(kind: CATEGORY, query: $query, limit: 5, locale: $words) { items { code label } }
    entityTypes: findCodes(kind: ENTITY_TYPE, query: $query, limit: 5, locale: $words) { items { code label } }
    options: findCodes(kind: OPTION, query: $query, limit: 5, locale: $words) { items { code label } }
  }
`);

/** Number of characters from which objects are suggested. */
const MIN_SEARCH_LENGTH = 2;

const objectsQuery = (searchText: string) =>
  queryOptions({
    queryKey: ['objects by label', searchText],
    queryFn: async ({ signal }) =>
      Object.values(await request(OBJECTS, { query: searchText }, signal)).flatMap((matches) =>
        typeof matches === 'object' && matches !== null ? matches.items : [],
      ),
    enabled: searchText.length >= MIN_SEARCH_LENGTH,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

interface NamedObject {
  readonly code: string;
  readonly label: string;
}

/** Shows the field that limits a history to one object: its label is suggested while people type; a code is taken, too. */
export function ObjectFilter(props: {
  readonly code: string | undefined;
  /** Objects whose labels are loaded already. */
  readonly objects: readonly NamedObject[];
  /** True if `code` is an id: only an object that is suggested is taken. */
  readonly isById: boolean;
  readonly onChange: (code: string | undefined) => void;
}) {
  const { code, objects, isById, onChange } = props;
  const id = useId();
  const [typedText, setTypedText] = useState<string | null>(null);
  const suggestions = useQuery(objectsQuery(isById ? '' : (typedText ?? ''))).data ?? [];
  const choices = [...new Map([...objects, ...suggestions].map((one) => [one.code, one])).values()];
  const labelOf = choices.find((one) => one.code === code)?.label ?? code ?? '';
  const commit = (text: string) => {
    setTypedText(null);
    const match = choices.find(({ label }) => label.toLowerCase() === text.trim().toLowerCase());
    if (text.trim() === '') onChange(undefined);
    else if (match !== undefined || !isById) onChange(match?.code ?? text.trim());
  };
  return (
    <>
      <TextInput
        label={t('Object')}
        placeholder={isById ? t('Name or label') : t('Label or code')}
        list={id}
        value={typedText ?? labelOf}
        onChange={({ currentTarget: { value } }) => {
          if (choices.some(({ label }) => label === value)) commit(value);
          else setTypedText(value);
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') commit(currentTarget.value);
        }}
        onBlur={({ currentTarget }) => {
          if (typedText !== null) commit(currentTarget.value);
        }}
      />
      <datalist id={id}>
        {choices.map((one) => (
          <option key={one.code} value={one.label}>
            {one.code}
          </option>
        ))}
      </datalist>
    </>
  );
}
