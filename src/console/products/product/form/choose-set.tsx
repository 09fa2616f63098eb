import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { PROBLEM, settled } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { useMayEdit } from '../../../api/workspace.ts';
import { useViewScope } from '../../../app/view-scope.ts';
import { t } from '../../../language/t.ts';
import { useChange } from '../../../ui/use-change.ts';
import { createChoicesQuery } from '../../create/create-documents.ts';

const CHOOSE_SET = graphql(
  `
  mutation ChooseAttributeSet($ref: ID!, $set: String!) {
    updateProduct(ref: $ref, input: { attributeSet: $set }) {
      __typename
      ... on ProductPayload { product { sku } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM],
);

/** For a product without an attribute set, which has no fields: chooses the set. */
export function ChooseSet({ sku }: { readonly sku: string }) {
  const { locale } = useViewScope();
  const mayEdit = useMayEdit();
  const sets = useQuery(createChoicesQuery(locale?.code ?? '')).data ?? [];
  const [chosen, setChosen] = useState('');
  const code = chosen === '' ? (sets[0]?.code ?? '') : chosen;
  const choosing = useChange(
    async (set: string) => settled((await request(CHOOSE_SET, { ref: sku, set })).updateProduct),
    [[]],
    () => t('Attribute set saved.'),
  );
  return (
    <div className="empty">
      <Text fw={600}>{t('The product has no attribute set')}</Text>
      <Text c="var(--ink-2)" mb="md">
        {t('The set decides which fields a product has. Values that are there stay.')}
      </Text>
      {mayEdit ? (
        <Group justify="center" gap="sm">
          <NativeSelect
            aria-label={t('Attribute set')}
            value={code}
            data={sets.map((set) => ({ value: set.code, label: set.label }))}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
          <Button loading={choosing.isPending} disabled={code === ''} onClick={() => choosing.mutate(code)}>
            {t('Choose attribute set')}
          </Button>
        </Group>
      ) : null}
    </div>
  );
}
