import { Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mayConfigure, type Workspace } from '../../../api/workspace.ts';
import { suggestTarget } from '../../../catalogue/model/fields/browser-target.ts';
import { revertRequest } from '../../../catalogue/undo/revert-request.ts';
import { useUndo } from '../../../catalogue/undo/use-undo.ts';
import { formatList } from '../../../i18n/format-list.ts';
import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import { EmptyState, ErrorAlert, QueryResult } from '../../../ui/messages/states.tsx';
import { AkeneoFolder } from './akeneo-folder.tsx';
import { ByHand } from './by-hand.tsx';
import { OneProduct } from './one-product.tsx';
import { Spreadsheet } from './spreadsheet.tsx';
import { applyTemplate, type Template, templateInput, templatesQuery } from './start-documents.ts';
import type { TargetInput } from './target-fields.tsx';
import { TemplateCard } from './template-card.tsx';

const TargetFields = lazyComponent(async () => (await import('./target-fields.tsx')).TargetFields, null);

/** Shows the ways to a first model, while the organization has none. */
export function Start({ workspace }: { readonly workspace: Workspace }) {
  const templates = useQuery(templatesQuery);
  if (!mayConfigure(workspace.me.role))
    return (
      <EmptyState title={t('The catalogue is empty')} area="products">
        {t('An owner, admin or manager chooses how it begins. Ask one of them.')}
      </EmptyState>
    );
  return (
    <QueryResult query={templates} what={t('templates')}>
      {(list) => <Ways templates={list} hasChannel={workspace.channels.nodes.length > 0} />}
    </QueryResult>
  );
}

function Ways(props: { readonly templates: readonly Template[]; readonly hasChannel: boolean }) {
  const { templates, hasChannel } = props;
  const [target, setTarget] = useState<TargetInput>(() => ({
    label: t('Web shop'),
    ...suggestTarget(navigator.languages),
  }));
  const [hasSamples, setHasSamples] = useState(true);
  const applying = useApplyTemplate();
  const isComplete = target.locales.length > 0 && target.currencies.length > 0;
  return (
    <Stack gap={32}>
      <section aria-labelledby="start-templates">
        <Title order={2} id="start-templates">
          {t('Begin with a template')}
        </Title>
        <Text c="dimmed" mb="md">
          {t('It creates the model, which you can change at any time. Undo takes all of it back.')}
        </Text>
        {hasChannel ? null : <Target target={target} onChange={setTarget} />}
        <Checkbox
          mb="md"
          label={t('With sample products, which can be removed in one step')}
          checked={hasSamples}
          onChange={({ currentTarget }) => setHasSamples(currentTarget.checked)}
        />
        {applying.error === null ? null : <ErrorAlert error={applying.error} />}
        <ul className="plain-list start-cards">
          {templates.map((template) => (
            <TemplateCard
              key={template.code}
              template={template}
              isBusy={applying.isPending && applying.variables.template === template}
              isDisabled={applying.isPending || !isComplete}
              onApply={() =>
                applying.mutate({ template, samples: hasSamples, target: hasChannel ? null : target })
              }
            />
          ))}
        </ul>
      </section>
      <section aria-labelledby="start-files">
        <Title order={2} id="start-files" mb="sm">
          {t('Begin with your own data')}
        </Title>
        <AkeneoFolder />
        <Spreadsheet target={hasChannel ? null : target} isDisabled={!isComplete} />
      </section>
      <section aria-labelledby="start-by-hand">
        <Title order={2} id="start-by-hand" mb="sm">
          {t('Begin from nothing')}
        </Title>
        <OneProduct target={hasChannel ? null : target} isDisabled={!isComplete} />
        <ByHand target={hasChannel ? null : target} isDisabled={!isComplete} />
      </section>
    </Stack>
  );
}

/** Shows the first channel in one line, with a button that opens its fields. */
function Target(props: { readonly target: TargetInput; readonly onChange: (target: TargetInput) => void }) {
  const { label, locales, currencies } = props.target;
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <TargetFields {...props} />;
  return (
    <Group gap="sm" mb="md">
      <Text fw={600}>{[label, formatList(locales.map(localeName)), formatList(currencies)].join(' · ')}</Text>
      <button type="button" className="link-button" onClick={() => setIsOpen(true)}>
        {t('Edit')}
      </button>
    </Group>
  );
}

interface Application {
  readonly template: Template;
  readonly samples: boolean;
  /** Channel to create; null where there is one. */
  readonly target: TargetInput | null;
}

/** Applies a template; the page is then the one of a catalogue with a model. */
function useApplyTemplate() {
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  return useMutation({
    mutationFn: ({ template: { code }, samples, target }: Application) =>
      applyTemplate(templateInput(code, samples, target)),
    onSuccess: async (requestId, { template }) => {
      notifySuccess(
        t('{name} is set up.', { name: template.label }),
        undoable(() => revertRequest(requestId ?? '')),
      );
      await queryClient.invalidateQueries();
    },
  });
}
