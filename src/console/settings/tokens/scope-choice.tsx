import { Checkbox, Fieldset, SimpleGrid, Stack, Text } from '@mantine/core';
import { SCOPE_WORDS } from './scope-words.ts';

/** The twelve scopes, each with what it allows. */
export function ScopeChoice(props: {
  readonly value: readonly string[];
  readonly onChange: (scopes: string[]) => void;
  readonly error?: string | undefined;
}) {
  const { value, onChange, error } = props;
  const toggle = (scope: string, isOn: boolean) =>
    onChange(isOn ? [...value, scope] : value.filter((other) => other !== scope));
  return (
    <Fieldset legend="What it may do">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {SCOPE_WORDS.map(({ about, title, read, write }) => (
          <Stack key={about} gap={4}>
            <Text size="sm" fw={600}>
              {title}
            </Text>
            {([['read', read] as const, ['write', write] as const] as const).map(([verb, words]) => (
              <Checkbox
                key={verb}
                size="sm"
                label={`${about}:${verb}`}
                description={words}
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
