import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { idsFilter, toExportFilter } from '../../../catalogue/actions/product-selection.ts';
import { ALL_ROWS, NO_ROWS } from '../../../catalogue/actions/row-selection.ts';
import { localeTag, t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ChevronDownIcon } from '../../../ui/icons.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import {
  compareRefs,
  type SelectionActions,
  type SelectionProps,
  searchedAttribute,
  useSelectionActions,
} from './use-selection-actions.ts';

const RejectionReport = lazyComponent(
  async () => (await import('../../../catalogue/actions/rejection-report.tsx')).RejectionReport,
  null,
);
const CreateVariants = lazyComponent(
  async () => (await import('../../../catalogue/create/create-variants.tsx')).CreateVariants,
);
const BulkEditor = lazyComponent(async () => (await import('../bulk/bulk-editor.tsx')).BulkEditor);

/** The statuses besides *Published*. */
const STATUSES = [
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
export function SelectionBar(props: SelectionProps) {
  const { ticks, onTicks, totalCount, isHidden } = props;
  const actions = useSelectionActions(props);
  const { count, running } = actions;
  return (
    <>
      {(count === 0 && running === null) || isHidden ? null : (
        <section className="staging-bar" aria-label={t('Selection')}>
          <span className="row" role="status">
            <strong>
              {running === null
                ? t('{count} selected', { count: count.toLocaleString(localeTag) })
                : t('{done, number} of {total, number}…', { ...running })}
            </strong>
          </span>
          {ticks.isAll || totalCount <= count ? null : (
            <button type="button" className="flat bar-button" data-accent onClick={() => onTicks(ALL_ROWS)}>
              {t('Select all')}
            </button>
          )}
          <BarButtons {...props} actions={actions} />
        </section>
      )}
      <SelectionDialogs {...props} actions={actions} />
    </>
  );
}

type PartProps = SelectionProps & { readonly actions: SelectionActions };

function BarButtons({ actions, ...props }: PartProps) {
  const { count, modelId, mayEdit, running, act, publish, askDeletion, open } = actions;
  const refs = compareRefs(props);
  return (
    <span className="row staging-actions">
      {mayEdit ? (
        <>
          <button
            type="button"
            className="flat bar-button"
            onClick={() => open({ field: searchedAttribute(props) })}
          >
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
            <MenuItem onClick={() => publish()}>{t('Publish')}</MenuItem>
            {STATUSES.map(({ status, verb, done }) => (
              <MenuItem key={status} onClick={() => void act({ status }, done)}>
                {verb}
              </MenuItem>
            ))}
          </Menu>
          <button type="button" className="flat bar-button" onClick={() => open({ field: '.categories' })}>
            {t('Categories')}
          </button>
          {modelId === null ? null : (
            <button type="button" className="flat bar-button" onClick={() => open('variants')}>
              {t('Create variants')}
            </button>
          )}
        </>
      ) : null}
      {refs === null ? null : (
        <Link to="/compare" search={{ refs }} className="flat bar-button">
          {t('Compare')}
        </Link>
      )}
      {mayEdit ? (
        <button
          type="button"
          className="flat bar-button"
          onClick={() => props.onExport(toExportFilter(props.ticks, props.jsonFilter), count)}
        >
          {t('Export')}
        </button>
      ) : null}
      {mayEdit ? (
        <button
          type="button"
          className="flat bar-button"
          data-danger
          disabled={running !== null}
          onClick={() => void askDeletion()}
        >
          {t('Delete')}
        </button>
      ) : null}
      <Button size="xs" variant="default" onClick={() => props.onTicks(NO_ROWS)}>
        {t('Deselect')}
      </Button>
    </span>
  );
}

/** Shows what the actions open: the bulk editor, the form for variants, and rejected products. */
function SelectionDialogs({ actions, model, page }: PartProps) {
  const { count, modelId, target, running, edit, created, opened, open } = actions;
  const { refused, forgetRefused, publish } = actions;
  const field = opened === null || opened === 'variants' ? null : opened.field;
  const close = () => open(null);
  return (
    <>
      <Dialog
        title={
          field === null ? null : t('Edit {count, plural, one {# product} other {# products}}', { count })
        }
        size="xl"
        onClose={close}
      >
        <BulkEditor
          target={target}
          field={field ?? ''}
          model={model}
          page={page}
          isBusy={running !== null}
          onCancel={close}
          onRun={(targets, patch) => void edit(targets, patch)}
        />
      </Dialog>
      <Dialog title={opened === 'variants' ? t('Create variants') : null} onClose={close}>
        <CreateVariants
          id={modelId ?? ''}
          page={page}
          onCancel={close}
          onCreated={(newSkus, requestId) => {
            close();
            void created(newSkus, requestId);
          }}
        />
      </Dialog>
      <RejectionReport
        report={refused}
        model={model}
        page={page}
        onClose={forgetRefused}
        onPublish={(ids) => {
          forgetRefused();
          publish({ filter: idsFilter(...ids), count: ids.length });
        }}
      />
    </>
  );
}
