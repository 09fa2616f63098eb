import { Box, Button, Group, SegmentedControl, SimpleGrid, TagsInput, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { FormattedMessage } from '../../../i18n/formatted-message.tsx';
import { localeTag, t } from '../../../i18n/translate.ts';
import { SearchIcon } from '../../../ui/icons.ts';
import { notifyError, notifySuccess } from '../../../ui/messages/notifications.ts';
import { EmptyState } from '../../../ui/messages/states.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { AttributeGroupCheckboxes } from './attribute-group-checkboxes.tsx';
import { groupExposableAttributes, matchesSearch } from './attribute-groups.ts';
import { UPDATE_STOREFRONT } from './storefront-documents.ts';
import type { SectionProps } from './storefront-draft.ts';
import { TypePicker } from './type-picker.tsx';

/** Groups are open from the start where there are no more attributes than this. */
const FEW = 60;

/** Chooses what a storefront may read: attributes by group, types, external systems. */
export function ExposureSection(props: SectionProps) {
  const { draft, exposable, onChange } = props;
  const [words, setWords] = useState('');
  const [shown, setShown] = useState('all');
  const groups = useMemo(() => groupExposableAttributes(exposable.attributes), [exposable.attributes]);
  const exposed = useMemo(() => new Set(draft.attributes), [draft.attributes]);
  // An attribute that was exposed when the list was limited stays in it, so that nothing moves away under the pointer.
  const [listed, setListed] = useState<ReadonlySet<string>>(exposed);
  const requiring = useRequiredAttributes(props);
  const choose = (codes: readonly string[], isOn: boolean) => {
    const changed = new Set(codes);
    const others = draft.attributes.filter((code) => !changed.has(code));
    onChange({ attributes: isOn ? [...others, ...codes] : others });
  };
  const matchingGroups = groups
    .map((group) => ({
      ...group,
      attributes: group.attributes.filter(
        (attribute) => (shown === 'all' || listed.has(attribute.code)) && matchesSearch(attribute, words),
      ),
    }))
    .filter(({ attributes }) => attributes.length > 0);
  const isOpen = words !== '' || shown === 'exposed' || exposable.attributes.length <= FEW;
  return (
    <Box maw={960}>
      <Group
        className="exposure-tools"
        gap="8px 12px"
        py="xs"
        pos={{ base: 'static', xs: 'sticky' }}
        bg="var(--page)"
      >
        <TextInput
          aria-label={t('Search attributes')}
          placeholder={t('Search attributes')}
          leftSection={<SearchIcon />}
          flex="1 1 240px"
          maw={{ xs: 240 }}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('Attributes shown')}
          value={shown}
          data={[
            { value: 'all', label: t('All') },
            { value: 'exposed', label: t('Exposed') },
          ]}
          onChange={(value) => {
            setListed(exposed);
            setShown(value);
          }}
        />
        <Text span flex={1} c="dimmed" className="number" aria-live="polite">
          <FormattedMessage
            message="{exposed} of {all} attributes exposed"
            values={{
              exposed: <strong>{draft.attributes.length.toLocaleString(localeTag)}</strong>,
              all: exposable.attributes.length.toLocaleString(localeTag),
            }}
          />
        </Text>
        <Button size="xs" variant="default" loading={requiring.isPending} onClick={() => requiring.mutate()}>
          {t('Select required attributes')}
        </Button>
      </Group>
      {matchingGroups.length === 0 ? (
        <EmptyState title={t('No attributes found')}>
          {shown === 'exposed' && words === ''
            ? t('Nothing is exposed yet: a storefront sees no attributes. Select what it needs under “All”.')
            : t('Try other words, or show all attributes.')}
        </EmptyState>
      ) : null}
      {matchingGroups.map((group) => (
        <AttributeGroupCheckboxes
          // The groups open and close with the search.
          key={`${group.code} ${isOpen}`}
          group={group}
          exposed={exposed}
          isOpen={isOpen}
          onChoose={choose}
        />
      ))}
      <p className="quiet">
        <FormattedMessage
          message="Names in this typeface are those of the schema. They are changed under {page}."
          values={{
            page: <TextLink to="/model/attributes/{-$code}">{t('Attributes')}</TextLink>,
          }}
        />
      </p>
      <SimpleGrid minColWidth={260} autoFlow="auto-fit" spacing="lg" py="lg">
        <TypePicker
          title={t('Entity types')}
          intro={t('Brands, materials and other entities with their own fields.')}
          types={exposable.entityTypes}
          chosen={draft.entityTypes}
          onChange={(entityTypes) => onChange({ entityTypes })}
        />
        <TypePicker
          title={t('Association types')}
          intro={t('Links between products, such as accessories.')}
          types={exposable.associationTypes}
          chosen={draft.associationTypes}
          onChange={(associationTypes) => onChange({ associationTypes })}
        />
        <fieldset className="choice-list">
          <Text component="legend" fw={600}>
            {t('External systems')}
          </Text>
          <Text c="dimmed" mb="xs">
            {t('Systems whose ids of products are public, such as a shop system.')}
          </Text>
          <TagsInput
            aria-label={t('External systems')}
            placeholder={draft.externalSystems.length === 0 ? t('None') : ''}
            value={[...draft.externalSystems]}
            onChange={(externalSystems) => onChange({ externalSystems })}
          />
        </fieldset>
      </SimpleGrid>
    </Box>
  );
}

/** Returns the request that selects the attributes that products require in the channel. */
function useRequiredAttributes({ storefront, draft, onChange }: SectionProps) {
  return useMutation({
    mutationFn: async () => {
      const input = {
        attributes: [...draft.attributes],
        channel: draft.channel,
        expose: 'REQUIRED' as const,
      };
      const { updateStorefront } = await request(UPDATE_STOREFRONT, {
        code: storefront.code,
        version: null,
        dryRun: true,
        input,
      });
      return unwrapPayload(updateStorefront).storefront.attributes;
    },
    onError: notifyError,
    onSuccess: (attributes) => {
      notifySuccess(
        t(
          '{count, plural, =0 {All of them are selected already.} one {# attribute selected.} other {# attributes selected.}}',
          { count: attributes.length - draft.attributes.length },
        ),
      );
      onChange({ attributes });
    },
  });
}
