import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useList } from '../../../api/use-list.ts';
import { t, translateLabel } from '../../../i18n/translate.ts';
import { CreateIcon } from '../../../ui/icons.ts';
import { CodeLabel } from '../../../ui/labels/code-label.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { notifyError } from '../../../ui/messages/notifications.ts';
import { ErrorAlert, Loading } from '../../../ui/messages/states.tsx';
import { titled } from '../../../ui/status-badge.tsx';
import type { SetMember } from '../content/set-content.ts';
import { loadAttributes, loadSetAttribute, type SetAttribute } from '../set-documents.ts';

const CreateAttribute = lazyComponent(
  async () =>
    (await import('../../../catalogue/model/attributes/create/create-attribute.tsx')).CreateAttribute,
  null,
);

/**
 * Selects attributes for a set: typing searches, Enter selects the first match, and adds the selected ones once nothing is
 * typed. An attribute that does not exist is created with what is typed as its label, and selected.
 */
export function AddAttributes(props: {
  /** Attributes that the set has already. */
  readonly members: readonly SetMember[];
  readonly onAdd: (attributes: readonly SetAttribute[]) => void;
  readonly onCancel: () => void;
}) {
  const { members, onAdd, onCancel } = props;
  const [searchText, setSearchText] = useState('');
  const [selected, setSelected] = useState<readonly SetAttribute[]>([]);
  const [isCreating, setIsCreating] = useState(false);
  const present = new Set(members.map(({ attribute }) => attribute.code));
  const list = useList(
    ['ATTRIBUTE', 'to add', searchText],
    (after, signal) => loadAttributes(searchText.trim(), after, signal),
    { keepsRows: true },
  );
  const items = list.items ?? [];
  const matches = items.filter(({ code }) => !present.has(code));
  // Who searches for an attribute that the set has already sees that.
  const inSet = searchText.trim() === '' ? [] : items.filter(({ code }) => present.has(code));
  const isSelected = ({ code }: SetAttribute) => selected.some((one) => one.code === code);
  const toggle = (attribute: SetAttribute) =>
    setSelected((old) =>
      old.some(({ code }) => code === attribute.code)
        ? old.filter(({ code }) => code !== attribute.code)
        : [...old, attribute],
    );
  // Selected attributes stay in sight while others are searched.
  const rows = [...selected, ...matches.filter((one) => !isSelected(one)), ...inSet];
  const takeFirst = () => {
    const first = matches.find((one) => !isSelected(one));
    if (searchText.trim() === '') onAdd(selected);
    else if (first !== undefined && !list.isStale) {
      toggle(first);
      setSearchText('');
    } else if (matches.length === 0 && list.items !== undefined && !list.isStale) setIsCreating(true);
  };
  const select = async (code: string) => {
    const attribute = await loadSetAttribute(code);
    setSearchText('');
    if (attribute !== null) setSelected((old) => [...old, attribute]);
  };
  if (isCreating)
    return (
      <CreateAttribute
        codes={[]}
        search={{}}
        initialLabel={searchText.trim()}
        onCancel={() => setIsCreating(false)}
        onCreated={(code) => {
          setIsCreating(false);
          select(code).catch(notifyError);
        }}
      />
    );
  return (
    <form
      className="add-attributes"
      onSubmit={(event) => {
        event.preventDefault();
        takeFirst();
      }}
    >
      <TextInput
        type="search"
        data-autofocus
        aria-label={t('Find attribute')}
        placeholder={t('By label or code')}
        value={searchText}
        onChange={({ currentTarget }) => setSearchText(currentTarget.value)}
      />
      {list.error === null ? null : <ErrorAlert error={list.error} onRetry={list.refetch} />}
      {list.items === undefined && list.error === null ? <Loading what={t('attributes')} /> : null}
      <ul className="plain-list">
        {rows.map((attribute) => (
          <li key={attribute.code}>
            <Checkbox
              checked={isSelected(attribute) || present.has(attribute.code)}
              disabled={present.has(attribute.code)}
              onChange={() => toggle(attribute)}
              label={
                <>
                  <CodeLabel label={attribute.label} />{' '}
                  <span className="quiet">
                    {[
                      attribute.group?.label,
                      translateLabel(titled(attribute.type)),
                      present.has(attribute.code) ? t('in the set') : undefined,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </>
              }
            />
          </li>
        ))}
      </ul>
      {list.hasMore ? (
        <Button size="xs" variant="default" loading={list.isLoadingMore} onClick={list.more}>
          {t('Show more {what}', { what: t('attributes') })}
        </Button>
      ) : null}
      <Group justify="space-between">
        <Button variant="subtle" leftSection={<CreateIcon />} onClick={() => setIsCreating(true)}>
          {searchText.trim() === ''
            ? t('Create attribute')
            : t('Create attribute “{label}”', { label: searchText.trim() })}
        </Button>
        <Group gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
          <Button disabled={selected.length === 0} onClick={() => onAdd(selected)}>
            {selected.length === 0
              ? t('Add')
              : t('{count, plural, one {Add # attribute} other {Add # attributes}}', {
                  count: selected.length,
                })}
          </Button>
        </Group>
      </Group>
    </form>
  );
}
