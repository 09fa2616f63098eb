import { Button, Group, NativeSelect, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { useViewScope } from '../../../api/view-scope.ts';
import { useCanEdit } from '../../../api/workspace.ts';
import { createOptionsQuery } from '../../../catalogue/create/create-documents.ts';
import { t } from '../../../i18n/translate.ts';
import { useMutationWithToast } from '../../../ui/use-mutation-with-toast.ts';

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
  [PROBLEM_FRAGMENT],
);

/** Chooses the attribute set of a product without one, and shows the effect on the values. */
export function ChooseAttributeSet({
  sku,
  hasValues,
}: {
  readonly sku: string;
  readonly hasValues: boolean;
}) {
  const { locale } = useViewScope();
  const mayEdit = useCanEdit();
  const sets = useQuery(createOptionsQuery(locale?.code ?? '')).data ?? [];
  const [chosen, setChosen] = useState('');
  const code = chosen === '' ? (sets[0]?.code ?? '') : chosen;
  const choosing = useMutationWithToast(
    async (set: string) => unwrapPayload((await request(CHOOSE_SET, { ref: sku, set })).updateProduct),
    [[]],
    () => t('Attribute set saved.'),
  );
  return (
    <section aria-labelledby="choose-set-title">
      <Paper className="choose-set" withBorder p="md">
        <h2 id="choose-set-title">{t('The product has no attribute set')}</h2>
        <Text maw="66ch" mb={12} c="dimmed">
          {hasValues
            ? t(
                'The set decides which fields a product has, and what it needs to be complete. The values below stay: those of the set become its fields, the others can then only be read.',
              )
            : t('The set decides which fields a product has, and what it needs to be complete.')}
        </Text>
        {mayEdit ? (
          <Group gap="sm">
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
      </Paper>
    </section>
  );
}
