import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import type { CellOption } from '../values/cell-value.ts';
import { ChoiceField } from './choice-field.tsx';
import { ENTITY_CHOICES } from './field-documents.ts';
import type { FieldInputProps } from './field-props.ts';
import { toCodes } from './option-field.tsx';

/** Entities that were seen in this visit, so that chosen ones keep their labels. */
const entityCache = new Map<string, CellOption>();

/** Links entities of the type of an attribute; the server searches them. */
export function EntityField(props: FieldInputProps) {
  const { attribute, value, known: storedValues, locale } = props;
  const type = attribute.entityType?.code ?? '';
  const [words, setWords] = useState<string | null>(null);
  const remember = (entities: readonly { readonly code: string; readonly label: string }[]) =>
    entities.map(({ code, label }): CellOption => {
      const option = { code, label, names: [] };
      entityCache.set(`${type} ${code}`, option);
      return option;
    });
  if (storedValues !== null && 'entity' in storedValues) remember([storedValues.entity]);
  if (storedValues !== null && 'entities' in storedValues) remember(storedValues.entities);
  const choices = useQuery({
    queryKey: ['entity choices', type, words, locale],
    queryFn: async ({ signal }) => {
      const variables = { type, query: words === '' ? null : words, locale };
      return remember((await request(ENTITY_CHOICES, variables, signal)).entities.nodes);
    },
    enabled: words !== null,
    placeholderData: keepPreviousData,
  });
  const selectedOptions = toCodes(value).map(
    (code) => entityCache.get(`${type} ${code}`) ?? { code, label: code, names: [] },
  );
  return (
    <ChoiceField
      {...props}
      isMany={attribute.type === 'ENTITY_LIST'}
      chosen={selectedOptions}
      options={[...selectedOptions, ...(choices.data ?? [])]}
      matches={choices.data ?? []}
      onType={setWords}
      onOpen={() => setWords('')}
    />
  );
}
