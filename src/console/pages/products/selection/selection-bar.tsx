import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayEdit } from '../../../api/workspace.ts';
import type { Filter } from '../../../catalogue/actions/action-documents.ts';
import type { Change, Target } from '../../../catalogue/actions/change-products.ts';
import { filterOfIds, jsonTargetOf, targetOf } from '../../../catalogue/actions/target.ts';
import { ALL_TICKS, countTicked, NO_TICKS, type Ticks } from '../../../catalogue/actions/ticks.ts';
import { useActions } from '../../../catalogue/actions/use-actions.ts';
import type { GridModel } from '../../../catalogue/columns/column-documents.ts';
import { bulkChoicesQuery } from '../../../catalogue/properties/bulk-documents.ts';
import { formatTag, t } from '../../../language/t.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ChevronDownIcon } from '../../../ui/icons.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { notifyError } from '../../../ui/messages/notifications.ts';

const RefusedReport = lazyPart(
  async () => (await import('../../../catalogue/actions/refused-report.tsx')).RefusedReport,
  null,
);
const CreateVariants = lazyPart(
  async () => (await import('../../../catalogue/create/create-variants.tsx')).CreateVariants,
);
const BulkEditor = lazyPart(async () => (await import('../bulk/bulk-editor.tsx')).BulkEditor);

const PUBLISH = {
  status: 'PUBLISHED',
  verb: t('Publish'),
  done: (count: number) => t('{count, plural, one {# product} other {# products}} published.', { count }),
} as const;

const STATUSES = [
  PUBLISH,
  {
    status: 'IN_REVIEW',
    verb: t('Send to review'),
    done: (count: number) =>
      t('{count, plural, one {# product} other {# products}} sent to review.', { count }),
  },
  {
    status: 'DRAFT',
    verb: t('Set to draft'),
    done: (count: number) =>
      t('{count, plural, one {# product} other {# products}} set to draft.', { count }),
  },
  {
    status: 'ARCHIVED',
    verb: t('Archive'),
    done: (count: number) => t('{count, plural, one {# product} other {# products}} archived.', { count }),
  },
] as const;

/** Shows the actions on the ticked products, or on all that the search finds. */
export function SelectionBar(props: {
  readonly ticks: Ticks;
  readonly onTicks: (ticks: Ticks) => void;
  /** Number of products that the search finds. */
  readonly found: number;
  readonly filter: Filter;
  readonly jsonFilter: object;
  readonly model: GridModel;
  readonly page: { readonly channel: string; readonly locale: string };
  /** The id of the ticked product if it is one model. */
  readonly modelId: string | null;
  /** True if cells are staged: these are saved or discarded first. */
  readonly isHidden: boolean;
  /** The attribute that the search names, which a bulk edit begins with; empty for none or several. */
  readonly attribute: string;
  /** The ticked products, as the page that compares them has them in its address; null if they are too few or too many. */
  readonly compared: string | null;
  /** Called with the filter of the ticked products, and their number. */
  readonly onExport: (filter: object, count: number) => void;
}) {
  const { ticks, onTicks, found, filter, jsonFilter, model, page, modelId, isHidden } = props;
  const { running, refused, forgetRefused, run, created } = useActions();
  /** The field that the bulk editor begins with; null while it is closed. */
  const [edited, setEdited] = useState<string | null>(null);
  const [isCreating, setIsCreating] = useState(false);
  const mayEdit = useMayEdit();
  const count = countTicked(ticks, found);
  // The fields are loaded first: text that is typed into the bulk editor before they are there would be lost.
  useQuery({ ...bulkChoicesQuery(page.locale), enabled: count > 0 && mayEdit });
  const [only = null] = ticks.ids.size === 1 ? ticks.ids : [];
  const target = targetOf(ticks, filter, found);
  const act = async (change: Change, inWords: (count: number) => string) => {
    if ((await run(target, change, inWords)) !== null) onTicks(NO_TICKS);
  };
  const askDeletion = async () => {
    try {
      const deletion = await import('../../../catalogue/actions/ask-deletion.ts');
      await deletion.askDeletion(target, page, false, () => {
        void act(null, (done) =>
          t('{count, plural, one {# product} other {# products}} deleted.', { count: done }),
        );
      });
    } catch (error) {
      notifyError(error);
    }
  };
  const edit = async (chosen: Target, patch: Change) => {
    const report = await run(chosen, patch, (changed) =>
      t('{count, plural, one {# product} other {# products}} changed.', { count: changed }),
    );
    if (report === null) return;
    setEdited(null);
    onTicks(NO_TICKS);
  };
  const isBusy = running !== null;
  return (
    <>
      {(count === 0 && !isBusy) || isHidden ? null : (
        <section className="staging-bar" aria-label={t('Selection')}>
          <span className="row" role="status">
            <strong>
              {isBusy
                ? t('{done, number} of {total, number}…', { ...running })
                : t('{count} selected', { count: count.toLocaleString(formatTag) })}
            </strong>
          </span>
          {ticks.isAll || found <= count ? null : (
            <button type="button" className="flat bar-button" data-accent onClick={() => onTicks(ALL_TICKS)}>
              {t('Select all')}
            </button>
          )}
          <span className="row staging-actions">
            {mayEdit ? (
              <>
                <button type="button" className="flat bar-button" onClick={() => setEdited(props.attribute)}>
                  {t('Edit')}
                </button>
                <Menu
                  label={t('Status')}
                  className="flat bar-button"
                  button={
                    <>
                      {t('Status')} <ChevronDownIcon />
                    </>
                  }
                >
                  {STATUSES.map(({ status, verb, done }) => (
                    <MenuItem key={status} onClick={() => void act({ status }, done)}>
                      {verb}
                    </MenuItem>
                  ))}
                </Menu>
                <button type="button" className="flat bar-button" onClick={() => setEdited('.categories')}>
                  {t('Categories')}
                </button>
                {only === null || only !== modelId ? null : (
                  <button type="button" className="flat bar-button" onClick={() => setIsCreating(true)}>
                    {t('Create variants')}
                  </button>
                )}
              </>
            ) : null}
            {props.compared === null ? null : (
              <Link to="/compare" search={{ refs: props.compared }} className="flat bar-button">
                {t('Compare')}
              </Link>
            )}
            {mayEdit ? (
              <button
                type="button"
                className="flat bar-button"
                onClick={() => props.onExport(jsonTargetOf(ticks, jsonFilter), count)}
              >
                {t('Export')}
              </button>
            ) : null}
            {mayEdit ? (
              <button
                type="button"
                className="flat bar-button"
                data-danger
                disabled={isBusy}
                onClick={() => void askDeletion()}
              >
                {t('Delete')}
              </button>
            ) : null}
            <Button size="xs" variant="default" onClick={() => onTicks(NO_TICKS)}>
              {t('Deselect')}
            </Button>
          </span>
        </section>
      )}
      <Dialog
        title={
          edited === null ? null : t('Edit {count, plural, one {# product} other {# products}}', { count })
        }
        size="xl"
        onClose={() => setEdited(null)}
      >
        <BulkEditor
          target={target}
          field={edited ?? ''}
          model={model}
          page={page}
          isBusy={isBusy}
          onCancel={() => setEdited(null)}
          onRun={(chosen, patch) => void edit(chosen, patch)}
        />
      </Dialog>
      <Dialog title={isCreating ? t('Create variants') : null} onClose={() => setIsCreating(false)}>
        <CreateVariants
          id={only ?? ''}
          page={page}
          onCancel={() => setIsCreating(false)}
          onCreated={(made, requestId) => {
            setIsCreating(false);
            void created(made, requestId);
          }}
        />
      </Dialog>
      <RefusedReport
        report={refused}
        model={model}
        page={page}
        onClose={forgetRefused}
        onPublish={(ids) => {
          forgetRefused();
          void run(
            { filter: filterOfIds(...ids), count: ids.length },
            { status: PUBLISH.status },
            PUBLISH.done,
          );
        }}
      />
    </>
  );
}
