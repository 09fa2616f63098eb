import { Alert, Button, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useViewScope } from '../app/view-scope.ts';
import { t } from '../language/t.ts';
import { createChoicesQuery } from '../products/create/create-documents.ts';
import type { Preview, Profile } from './import-documents.ts';
import { type Choices, type ColumnChoice, defaultSet } from './mapping.ts';

/** Warns of products that would be created without an attribute set, and gives one to all rows that have none. */
export function NoAttributeSet(props: {
  readonly preview: Preview;
  readonly profile: Profile;
  readonly choices: Choices;
  readonly onChoose: (column: string, choice: ColumnChoice) => void;
}) {
  const { preview, profile, choices, onChoose } = props;
  const count = preview.withoutAttributeSet;
  const { locale } = useViewScope();
  const sets = useQuery({ ...createChoicesQuery(locale?.code ?? ''), enabled: count > 0 }).data ?? [];
  const [chosen, setChosen] = useState('');
  if (count === 0) return null;
  const code = chosen === '' ? (sets[0]?.code ?? '') : chosen;
  const isAlsoOfOthers = preview.rows.some(({ outcome }) => outcome === 'UPDATED' || outcome === 'UNCHANGED');
  return (
    <Alert data-tone="warn" title={titleOfNoSet(count)}>
      <Text size="sm">
        {t(
          'Their values cannot be completed or published. Map a column to Attribute set (attribute_set), or choose one set for all new products.',
        )}
      </Text>
      <Group gap="xs" mt="xs" align="flex-end">
        <NativeSelect
          label={t('Attribute set of new products')}
          size="xs"
          value={code}
          data={sets.map((set) => ({ value: set.code, label: set.label }))}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <Button
          size="xs"
          variant="default"
          disabled={code === ''}
          onClick={() => onChoose(...defaultSet(profile, choices, preview, code))}
        >
          {t('Use attribute set')}
        </Button>
      </Group>
      {isAlsoOfOthers ? (
        <Text size="xs" mt="xs">
          {t('Existing products in the file whose row names no set get it, too.')}
        </Text>
      ) : null}
    </Alert>
  );
}

/** How many new products of the preview have no attribute set. */
export const titleOfNoSet = (count: number): string =>
  t(
    '{count, plural, one {# new product of the preview gets} other {# new products of the preview get}} no attribute set',
    { count },
  );
