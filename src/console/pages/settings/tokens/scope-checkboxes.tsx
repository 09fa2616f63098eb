import { Checkbox, Fieldset, SimpleGrid, Stack, Text } from '@mantine/core';
import { t } from '../../../i18n/translate.ts';
import { SCOPE_DESCRIPTIONS } from './scope-descriptions.ts';

/** Shows the twelve scopes with their descriptions. */
export function ScopeCheckboxes(props: {
  readonly value: readonly string[];
  readonly onChange: (scopes: string[]) => void;
  readonly error?: string | undefined;
}) {
  const { value, onChange, error } = props;
  const toggle = (scope: string, isOn: boolean) =>
    onChange(isOn ? [...value, scope] : value.filter((other) => other !== scope));
  return (
    <Fieldset legend={t('Scopes')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {SCOPE_DESCRIPTIONS.map(({ about, title, read, write }) => (
          <Stack key={about} gap={4}>
            <Text size="sm" fw={600}>
              {title}
            </Text>
            {([['read', read] as const, ['write', write] as const] as const).map(([verb, description]) => (
              <Checkbox
                key={verb}
                size="sm"
                label={`${about}:${verb}`}
                description={description}
                checked={value.includes(`${about}:${verb}`)}
                onChange={({ currentTarget }) => toggle(`${about}:${verb}`, currentTarget.checked)}
              />
            ))}
          </Stack>
        ))}
      </SimpleGrid>
      {error === undefined ? null : (
        <Text size="sm" c="var(--mantine-color-error)" mt="sm" role="alert">
          {error}
        </Text>
      )}
    </Fieldset>
  );
}
