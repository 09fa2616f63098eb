import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WorkProps } from '../../../catalogue/model/config-page-types.ts';
import { t } from '../../../i18n/translate.ts';
import { Code } from '../../../ui/code.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { CreateIcon, DeleteIcon, EditIcon } from '../../../ui/icons.ts';
import { CodeLabel } from '../../../ui/labels/code-label.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { EmptyState } from '../../../ui/messages/states.tsx';
import { contentOfDraft, layoutName, type VariantLayout } from '../content/set-content.ts';
import type { AttributeSet } from '../set-documents.ts';
import { layoutChange } from './edit-layouts.ts';

const LayoutLevels = lazyComponent(async () => (await import('./layout-levels.tsx')).LayoutLevels, null);
const RenameLayout = lazyComponent(async () => (await import('./rename-layout.tsx')).RenameLayout, null);
const CreateLayout = lazyComponent(async () => (await import('./create-layout.tsx')).CreateLayout, null);

/** Shows the variant layouts of a set: by which attributes variants differ, and on which level each value is kept. */
export function VariantsTab({ item, form, mayEdit }: WorkProps<AttributeSet>) {
  const [isCreating, setIsCreating] = useState(false);
  const [renamedCode, setRenamedCode] = useState<string | null>(null);
  const content = contentOfDraft(item, form.draft);
  const renamed = content.layouts.find(({ code }) => code === renamedCode) ?? null;
  const create = mayEdit ? (
    <Button variant="default" leftSection={<CreateIcon />} onClick={() => setIsCreating(true)}>
      {t('Create variant layout')}
    </Button>
  ) : null;
  return (
    <div className="set-layouts">
      {content.layouts.length === 0 ? (
        <EmptyState title={t('No variant layouts yet')} area="model">
          <p>
            {t(
              'A layout lists the attributes by which the variants of a product differ, such as color and size.',
            )}
          </p>
          {create}
        </EmptyState>
      ) : (
        <div className="toolbar">{create}</div>
      )}
      {content.layouts.map((layout) => (
        <section
          key={layout.code}
          data-changed={form.draft[layoutName(layout.code)] === undefined ? undefined : true}
        >
          <header className="row">
            <h2>
              <CodeLabel label={layout.label} />
            </h2>
            <Code>{layout.code}</Code>
            <LayoutUse layout={layout} />
            {mayEdit ? (
              <button
                type="button"
                className="icon-button"
                aria-label={t('Rename {name}', { name: layout.label })}
                onClick={() => setRenamedCode(layout.code)}
              >
                <EditIcon />
              </button>
            ) : null}
            {mayEdit && layout.productsCount === 0 ? (
              <button
                type="button"
                className="icon-button"
                aria-label={t('Delete {name}', { name: layout.label })}
                onClick={() => form.change(layoutChange(item, layout.code, null))}
              >
                <DeleteIcon />
              </button>
            ) : null}
          </header>
          <LayoutLevels
            content={content}
            layout={layout}
            mayEdit={mayEdit && !form.isSaving}
            onChange={(next) => form.change(layoutChange(item, layout.code, next))}
          />
        </section>
      ))}
      <Dialog title={isCreating ? t('Create variant layout') : null} onClose={() => setIsCreating(false)}>
        <CreateLayout
          content={content}
          onCancel={() => setIsCreating(false)}
          onCreate={(layout) => {
            setIsCreating(false);
            form.change(layoutChange(item, layout.code, layout));
          }}
        />
      </Dialog>
      <Dialog
        title={renamed === null ? null : t('Rename {name}', { name: renamed.label })}
        onClose={() => setRenamedCode(null)}
      >
        {renamed === null ? null : (
          <RenameLayout
            layout={renamed}
            onCancel={() => setRenamedCode(null)}
            onRename={(layout) => {
              setRenamedCode(null);
              form.change(layoutChange(item, layout.code, layout));
            }}
          />
        )}
      </Dialog>
    </div>
  );
}

const LayoutUse = ({ layout: { productsCount } }: { readonly layout: VariantLayout }) => (
  <span className="quiet">
    {productsCount === 0
      ? t('No model uses it yet')
      : t('{count, plural, one {# model uses} other {# models use}} it: its axes are fixed', {
          count: productsCount,
        })}
  </span>
);
