import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditorProps } from '../../catalogue/model/config-page-types.ts';
import { t } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { AddSelect } from '../../ui/form/add-select.tsx';
import { CodeLabel } from '../../ui/labels/code-label.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { notifyError } from '../../ui/messages/notifications.ts';
import { SortableList } from '../../ui/order/sortable-list.tsx';
import { type EntityType, findAttributes, loadMember, type Member } from './entity-type-documents.ts';

const CreateAttribute = lazyComponent(
  async () => (await import('../../catalogue/model/attributes/create/create-attribute.tsx')).CreateAttribute,
);

/** Adds attributes by typing, creates those that do not exist, removes them, and moves them by dragging, buttons or Alt with arrow keys. */
export function MembersEditor(props: EditorProps<readonly Member[], EntityType>) {
  const { item = null, label: title, description, value, error, isDisabled, onChange } = props;
  const [searchText, setSearchText] = useState('');
  /** Label of the attribute that is created; null while none is. The search is cleared when it loses the focus. */
  const [newLabel, setNewLabel] = useState<string | null>(null);
  const matchesQuery = queryOptions({
    queryKey: ['ATTRIBUTE', 'matches', searchText],
    queryFn: ({ signal }) => findAttributes(searchText, signal),
  });
  const query = useQuery({ ...matchesQuery, placeholderData: keepPreviousData });
  const queryClient = useQueryClient();
  const text = searchText.trim().toLowerCase();
  // While the server searches, those of the previous matches are shown that have the text, too.
  const matches = (query.data ?? [])
    .filter(({ label }) => !query.isPlaceholderData || label.toLowerCase().includes(text))
    .filter(({ code }) => !value.some((member) => member.code === code));
  const memberOf = (code: string) => [...value, ...matches].filter((member) => member.code === code);
  const select = async (code: string) => {
    setNewLabel(null);
    setSearchText('');
    onChange([...value, await loadMember(code)]);
  };
  /** Adds the first match once the server has answered; one that does not exist is created. */
  const takeFirst = async () => {
    const loaded = await queryClient.ensureQueryData(matchesQuery);
    const first = loaded.find(({ code }) => !value.some((member) => member.code === code));
    if (first === undefined) setNewLabel(searchText.trim());
    else onChange([...value, { code: first.code, label: first.label }]);
  };
  const add = (code: string) => {
    onChange([...value, ...memberOf(code).map((member) => ({ code, label: member.label }))]);
    setSearchText('');
  };
  return (
    <fieldset className="config-labels">
      <AddSelect
        label={title}
        description={description}
        placeholder={t('Add attribute')}
        error={error}
        disabled={isDisabled}
        // The server searches labels in all locales.
        filter={({ options }) => options}
        data={matches.map((attribute) => ({ value: attribute.code, label: attribute.label }))}
        searchValue={searchText}
        onSearchChange={setSearchText}
        onAdd={add}
        onKeyDown={(event) => {
          const isHighlighted = event.currentTarget.getAttribute('aria-activedescendant') !== null;
          const [first] = matches;
          if (event.key !== 'Enter' || isHighlighted || searchText === '') return;
          event.preventDefault();
          // The list highlights no match that is loaded after typing.
          if (first !== undefined) add(first.code);
          else if (item !== null) takeFirst().catch(notifyError);
        }}
      />
      {/* In the dialog of a new type the type comes first. */}
      {item === null || isDisabled === true ? null : (
        <div>
          <button
            type="button"
            className="link-button"
            // The search stays as it is typed.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setNewLabel(searchText.trim())}
          >
            {text === ''
              ? t('Create attribute')
              : t('Create attribute “{label}”', { label: searchText.trim() })}
          </button>
        </div>
      )}
      <Dialog title={newLabel === null ? null : t('Create attribute')} onClose={() => setNewLabel(null)}>
        <CreateAttribute
          codes={[]}
          search={{}}
          initialLabel={newLabel ?? ''}
          onCancel={() => setNewLabel(null)}
          onCreated={(code) => void select(code).catch(notifyError)}
        />
      </Dialog>
      {value.length === 0 ? null : (
        <SortableList
          label={title}
          isBusy={isDisabled}
          items={value.map((member) => ({
            key: member.code,
            name: member.label,
            content: <CodeLabel label={member.label} />,
          }))}
          onMove={(codes) => onChange(codes.flatMap(memberOf))}
          onRemove={(code) => onChange(value.filter((member) => member.code !== code))}
        />
      )}
    </fieldset>
  );
}
