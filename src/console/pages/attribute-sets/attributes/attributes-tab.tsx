import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { WorkProps } from '../../../catalogue/model/config-page-types.ts';
import { t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { CreateIcon, SearchIcon } from '../../../ui/icons.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { hasLetterShortcuts } from '../../../ui/letter-shortcuts.ts';
import { Matrix } from '../../../ui/matrix/matrix.tsx';
import type { MatrixActions } from '../../../ui/matrix/matrix-types.ts';
import { EmptyState } from '../../../ui/messages/states.tsx';
import { usePageShortcuts } from '../../../ui/use-page-shortcuts.ts';
import { contentEdits } from '../content/edit-content.ts';
import { ALL_CHANNELS, contentOfDraft, groupMembers } from '../content/set-content.ts';
import type { AttributeSet } from '../set-documents.ts';
import { matrixGroups } from './matrix-rows.tsx';

const AddAttributes = lazyComponent(async () => (await import('./add-attributes.tsx')).AddAttributes, null);

const STATE_NAMES = {
  on: t('Required'),
  off: t('Not required'),
  inherited: t('Required in all channels'),
} as const;

/** Shows the attributes of a set by group, with the channels that require them. */
export function AttributesTab({ item, form, mayEdit }: WorkProps<AttributeSet>) {
  const [searchText, setSearchText] = useState('');
  const [isAdding, setIsAdding] = useState(false);
  const content = contentOfDraft(item, form.draft);
  const edits = contentEdits(item, form.draft);
  usePageShortcuts(
    {
      add: () => (mayEdit ? setIsAdding(true) : false),
      search: () => document.querySelector<HTMLElement>('.matrix-toolbar input')?.focus(),
    },
    actionOf,
  );
  const actions: MatrixActions | null =
    mayEdit && !form.isSaving
      ? {
          onSet: (cells) => form.change(...edits.set(cells)),
          onRemove: (code) => form.change(...edits.remove(code)),
          onMove: (code, way) => form.change(...edits.move(code, way)),
          onDrop: (code, target) => form.change(...edits.place(code, target)),
        }
      : null;
  const groups = matrixGroups({
    item,
    draft: form.draft,
    content,
    groups: groupMembers(content.members),
    searchText,
    actions,
  });
  return (
    <>
      <div className="toolbar matrix-toolbar">
        <TextInput
          type="search"
          aria-label={t('Find attribute')}
          placeholder={t('Find attribute')}
          leftSection={<SearchIcon />}
          aria-keyshortcuts="/"
          value={searchText}
          onChange={({ currentTarget }) => setSearchText(currentTarget.value)}
        />
        {mayEdit ? (
          <Button
            variant="default"
            leftSection={<CreateIcon />}
            aria-keyshortcuts="a"
            onClick={() => setIsAdding(true)}
          >
            {t('Add attributes')}
          </Button>
        ) : null}
      </div>
      {groups.length === 0 ? (
        <EmptyState title={content.members.length === 0 ? t('No attributes yet') : t('Nothing found')}>
          {content.members.length === 0 && mayEdit ? t('Add the attributes that these products have.') : null}
        </EmptyState>
      ) : (
        <Matrix
          label={t('Required attributes by channel')}
          rowsTitle={t('Attribute')}
          columns={[
            { key: ALL_CHANNELS, label: t('All') },
            ...item.channels.map(({ code, label }) => ({ key: code, label })),
          ]}
          tailTitle={t('Filled')}
          groups={groups}
          stateNames={STATE_NAMES}
          actions={actions}
        />
      )}
      <Dialog title={isAdding ? t('Add attributes') : null} onClose={() => setIsAdding(false)}>
        <AddAttributes
          members={content.members}
          onCancel={() => setIsAdding(false)}
          onAdd={(attributes) => {
            setIsAdding(false);
            form.change(...edits.add(attributes));
          }}
        />
      </Dialog>
    </>
  );
}

const FIELD = 'input, textarea, select, [contenteditable="true"]';

function actionOf({ key, ctrlKey, metaKey, target }: KeyboardEvent) {
  const isTyping = target instanceof Element && target.closest(FIELD) !== null;
  if (isTyping || ctrlKey || metaKey || !hasLetterShortcuts()) return null;
  return key === 'a' ? 'add' : key === '/' ? 'search' : null;
}
