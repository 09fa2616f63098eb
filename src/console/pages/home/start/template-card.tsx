import { Button, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { formatList } from '../../../i18n/format-list.ts';
import { t } from '../../../i18n/translate.ts';
import type { Template } from './start-documents.ts';
import { TemplateImage } from './template-image.tsx';

/** Shows what a template creates, with the button that applies it. */
export function TemplateCard(props: {
  readonly template: Template;
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
  readonly onApply: () => void;
}) {
  const { template, isBusy, isDisabled, onApply } = props;
  const { code, label, description, attributeSets, attributesCount, categoriesCount, samplesCount } =
    template;
  const id = useId();
  return (
    <li className="start-card">
      <TemplateImage code={code} />
      <Title order={3} id={id}>
        {label}
      </Title>
      <Text c="dimmed">{description}</Text>
      <Text size="xs" c="var(--ink-2)">
        {formatList(attributeSets)}
      </Text>
      <Text size="xs" c="var(--ink-3)" className="number">
        {[
          t('{count, plural, one {# attribute} other {# attributes}}', { count: attributesCount }),
          categoriesCount > 0 &&
            t('{count, plural, one {# category} other {# categories}}', { count: categoriesCount }),
          samplesCount > 0 &&
            t('{count, plural, one {# sample product} other {# sample products}}', { count: samplesCount }),
        ]
          .filter((part) => part !== false)
          .join(' · ')}
      </Text>
      <Button
        variant={code === 'GENERAL' ? 'default' : 'filled'}
        disabled={isDisabled}
        loading={isBusy}
        onClick={onApply}
        aria-describedby={id}
      >
        {code === 'GENERAL' ? t('Begin with one product') : t('Use {name}', { name: label })}
      </Button>
    </li>
  );
}
