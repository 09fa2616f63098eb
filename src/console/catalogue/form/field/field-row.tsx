import { Text } from '@mantine/core';
import { memo, useState } from 'react';
import { formatList } from '../../../i18n/format-list.ts';
import { t } from '../../../i18n/translate.ts';
import { useFormContext } from '../form-context.ts';
import { type Field, fieldRequirement, isShortField, type Requirement } from '../form-model.ts';
import { FieldCell } from './field-cell.tsx';

/** Shows one attribute: its label, its advice, and its values in one or two contexts. */
export const FieldRow = memo(function FieldRow({ field }: { readonly field: Field }) {
  const { attribute, cells } = field;
  const { contexts, channels, FieldExtra } = useFormContext();
  const requirement = fieldRequirement(field.requiredIn, contexts, channels);
  const [isAdvised, setIsAdvised] = useState(false);
  const { guideline } = attribute;
  return (
    <div className="field" data-code={attribute.code}>
      <div className="field-head">
        <h3 title={attribute.code}>{attribute.label}</h3>
        {requirement === null ? null : <RequiredBadge requirement={requirement} />}
        {field.isAxis ? <span className="quiet">{t('Variant axis')}</span> : null}
        {guideline === null || guideline === '' ? null : (
          <button
            type="button"
            className="link-button"
            aria-expanded={isAdvised}
            aria-label={t('Guideline for {field}', { field: attribute.label })}
            onClick={() => setIsAdvised(!isAdvised)}
          >
            {t('Guideline')}
          </button>
        )}
        {FieldExtra === undefined ? null : <FieldExtra code={attribute.code} label={attribute.label} />}
      </div>
      {isAdvised ? (
        <Text size="xs" c="dimmed" maw="60ch" mb={20}>
          {guideline}
        </Text>
      ) : null}
      <div
        className="field-cells"
        data-count={cells.length}
        data-size={isShortField(attribute) ? 'short' : undefined}
      >
        {cells.map((cell) => (
          <div
            key={cell.context}
            className="field-context"
            data-context={contexts[cell.context]?.locale.label}
          >
            {cell.currencies.map((currency) => (
              <FieldCell
                key={currency ?? ''}
                field={field}
                cell={cell}
                currency={currency}
                other={cells.find(({ context }) => context !== cell.context) ?? null}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
});

/** Shows that a channel requires the field; it names the channels if they are not shown. */
function RequiredBadge({ requirement: { isShown, channels } }: { readonly requirement: Requirement }) {
  const words = t('Required in {channels}', { channels: formatList(channels) });
  return (
    <span style={isShown ? undefined : { color: 'var(--ink-3)' }} title={isShown ? words : undefined}>
      {isShown ? t('Required') : words}
    </span>
  );
}
