import { Text } from '@mantine/core';
import { t } from '../../../i18n/translate.ts';
import { ApiName } from './api-name.tsx';
import type { ExposableType } from './storefront-documents.ts';

/** Types to expose, by check boxes. */
export function TypePicker(props: {
  readonly title: string;
  readonly intro: string;
  readonly types: readonly ExposableType[];
  readonly chosen: readonly string[];
  readonly onChange: (codes: string[]) => void;
}) {
  const { title, intro, types, chosen, onChange } = props;
  return (
    <fieldset className="choice-list">
      <Text component="legend" fw={600}>
        {title}
      </Text>
      <Text c="dimmed" mb="xs">
        {intro}
      </Text>
      {types.length === 0 ? (
        <Text className="quiet" mb="xs">
          {t('None')}
        </Text>
      ) : null}
      <ul className="plain-list">
        {types.map(({ code, label, apiName }) => (
          <li key={code}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(code)}
                onChange={({ currentTarget }) =>
                  onChange(
                    currentTarget.checked ? [...chosen, code] : chosen.filter((other) => other !== code),
                  )
                }
              />
              <span>{label}</span>
              <code className="quiet">{code}</code>
            </label>
            <ApiName name={apiName} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
