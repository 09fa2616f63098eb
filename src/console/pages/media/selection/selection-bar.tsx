import { Button } from '@mantine/core';
import { useState } from 'react';
import { localeTag, t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ChevronDownIcon } from '../../../ui/icons.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { MAX_SELECTED } from '../media-documents.ts';
import type { FileSelection } from './use-file-selection.ts';
import type { SelectionActions } from './use-selection-actions.ts';

const LinkForm = lazyComponent(async () => (await import('../link/link-form.tsx')).LinkForm);
const TagForm = lazyComponent(async () => (await import('./tag-form.tsx')).TagForm);
const RejectedFiles = lazyComponent(async () => (await import('./rejected-files.tsx')).RejectedFiles);

/** Maximum number of files that one request links. */
const MAX_LINKED_FILES = 1_000;

/** Shows the number of selected files and what can be done with them. */
export function SelectionBar(props: {
  readonly selection: FileSelection;
  readonly actions: SelectionActions;
  /** Tags of the loaded files. */
  readonly tags: readonly string[];
  /** Number of listed files; undefined until they are counted. */
  readonly count: number | undefined;
  /** Null while it cannot be done. */
  readonly onSelectAll: (() => void) | null;
}) {
  const { selection, actions, tags, count = 0, onSelectAll } = props;
  const { running, rejections, clearRejections } = actions;
  const [isTagging, setIsTagging] = useState(false);
  const [isLinking, setIsLinking] = useState(false);
  const selected = selection.codes.size;
  return (
    <>
      {selected === 0 ? null : (
        <section className="staging-bar" aria-label={t('Selection')}>
          <span className="row" role="status">
            <strong>
              {running === null
                ? t('{count} selected', { count: selected.toLocaleString(localeTag) })
                : t('{done, number} of {total, number}…', { ...running })}
            </strong>
          </span>
          {Math.min(count, MAX_SELECTED) <= selected ? null : (
            <button
              type="button"
              className="flat bar-button"
              data-accent
              disabled={onSelectAll === null || running !== null}
              onClick={() => onSelectAll?.()}
            >
              {count > MAX_SELECTED
                ? t('Select the first {count}', { count: MAX_SELECTED.toLocaleString(localeTag) })
                : t('Select all')}
            </button>
          )}
          <fieldset className="row staging-actions" disabled={running !== null}>
            <button
              type="button"
              className="flat bar-button"
              disabled={selected > MAX_LINKED_FILES}
              title={
                selected > MAX_LINKED_FILES
                  ? t('Select at most {count} files to link them', {
                      count: MAX_LINKED_FILES.toLocaleString(localeTag),
                    })
                  : undefined
              }
              onClick={() => setIsLinking(true)}
            >
              {t('Link by file name')}
            </button>
            <button type="button" className="flat bar-button" onClick={() => setIsTagging(true)}>
              {t('Tags')}
            </button>
            <Menu
              label={t('Visibility')}
              className="flat bar-button"
              button={
                <>
                  {t('Visibility')} <ChevronDownIcon />
                </>
              }
            >
              <MenuItem onClick={() => actions.setVisibility('PUBLIC')}>{t('Make public')}</MenuItem>
              <MenuItem onClick={() => actions.setVisibility('PRIVATE')}>{t('Make private')}</MenuItem>
            </Menu>
            <button type="button" className="flat bar-button" data-danger onClick={actions.deleteSelected}>
              {t('Delete')}
            </button>
            <Button size="xs" variant="default" onClick={selection.clear}>
              {t('Deselect')}
            </Button>
          </fieldset>
        </section>
      )}
      <Dialog title={isLinking ? t('Link by file name') : null} onClose={() => setIsLinking(false)}>
        <LinkForm
          files={[...selection.codes]}
          onCancel={() => setIsLinking(false)}
          onLinked={() => {
            setIsLinking(false);
            selection.clear();
          }}
        />
      </Dialog>
      <Dialog title={isTagging ? t('Tags') : null} onClose={() => setIsTagging(false)}>
        <TagForm
          count={selected}
          tags={tags}
          onCancel={() => setIsTagging(false)}
          onSave={(added, removed) => {
            setIsTagging(false);
            actions.changeTags(added, removed);
          }}
        />
      </Dialog>
      <Dialog
        title={
          rejections.length === 0
            ? null
            : t('{count, plural, one {# file was} other {# files were}} not changed', {
                count: rejections.length,
              })
        }
        onClose={clearRejections}
      >
        <RejectedFiles files={rejections} />
      </Dialog>
    </>
  );
}
