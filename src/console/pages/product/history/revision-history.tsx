import { Group } from '@mantine/core';
import { ApiError } from '../../../api/api-error.ts';
import { request } from '../../../api/request.ts';
import { useList } from '../../../api/use-list.ts';
import { useCanEdit } from '../../../api/workspace.ts';
import {
  type ChangeLabels,
  formatChange,
  NO_LABELS,
  revisionSummary,
  valuePathKey,
  valuePathLabel,
} from '../../../catalogue/changes/format-change.ts';
import { HistoryEntry } from '../../../catalogue/changes/history-entry.tsx';
import { originLabel } from '../../../catalogue/changes/origin-label.ts';
import { useProductLabels } from '../../../catalogue/changes/use-product-labels.ts';
import { formatConflicts } from '../../../catalogue/undo/undo-result.ts';
import { t } from '../../../i18n/translate.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { MoreIcon, UndoIcon } from '../../../ui/icons.ts';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { NextPage } from '../../../ui/messages/next-page.tsx';
import { EmptyState, ErrorAlert, Loading } from '../../../ui/messages/states.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { useUndoableSave } from '../panels/use-undoable-save.ts';
import { changedFields, groupRevisions } from './group-revisions.ts';
import { REVISIONS, type Revision, restoreVersion, revertSelection } from './history-documents.ts';
import { withLiveCheck } from './live-check.ts';
import { RestoreRevision } from './restore-revision.tsx';
import { UndoRelatedChanges } from './undo-related-changes.tsx';

/** Shows the versions of a product, newest first, each with what it changed and ways to take it back. */
export function RevisionHistory({ sku }: { readonly sku: string }) {
  const list = useList(['revisions', sku], async (after, signal) => {
    const { product } = await request(REVISIONS, { ref: sku, after }, signal);
    return product?.revisions ?? { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
  });
  const { items } = list;
  const changed = (items ?? []).flatMap(({ changes }) =>
    changes.flatMap(({ path }) => (path.startsWith('values.') ? [path.slice('values.'.length)] : [])),
  );
  const names = useProductLabels(sku, changed);
  if (list.error !== null && items === undefined)
    return <ErrorAlert error={list.error} onRetry={list.refetch} />;
  if (items === undefined) return <Loading what={t('history')} shape="rows" />;
  const [latest] = items;
  if (latest === undefined) return <EmptyState title={t('No history')} area="history" />;
  return (
    <>
      <ol className="plain-list revisions">
        {groupRevisions(items).map((group) => {
          const [revision = latest] = group;
          const Entry = group.length > 1 ? GroupedRevisions : RevisionDetails;
          return (
            <Entry
              key={`${revision.version} ${revision.at}`}
              sku={sku}
              revision={revision}
              group={group}
              isLatest={revision === latest}
              names={names}
            />
          );
        })}
      </ol>
      <NextPage list={list} what={t('changes')} />
    </>
  );
}

interface RevisionProps {
  readonly sku: string;
  readonly revision: Revision;
  readonly isLatest: boolean;
  readonly names: ChangeLabels;
}

/** Shows successive edits of one person: their changes together, and each edit when it is opened. */
function GroupedRevisions({ group, ...props }: RevisionProps & { readonly group: readonly Revision[] }) {
  const { sku, revision, isLatest, names } = props;
  const mayEdit = useCanEdit();
  const { at, origin, actor, version } = revision;
  const first = group.at(-1) ?? revision;
  return (
    <HistoryEntry
      isOpen={isLatest}
      sentence={revisionSummary({ ...revision, changes: changedFields(group) }, names)}
      about={
        <>
          <DateTime at={at} since={first.at} /> · {originLabel(origin, actor)} ·{' '}
          {t('{count} edits, versions {first} to {last}', {
            count: group.length,
            first: first.version,
            last: version,
          })}
        </>
      }
    >
      {mayEdit && first.version > 1 ? (
        <Group gap={6} px={4} pb={12}>
          <RestoreRevision sku={sku} version={first.version - 1} names={names}>
            {t('Restore the version before')}
          </RestoreRevision>
        </Group>
      ) : null}
      <ol className="plain-list revisions">
        {group.map((one) => (
          <RevisionDetails
            key={one.version}
            sku={sku}
            revision={one}
            isLatest={isLatest && one === revision}
            names={names}
          />
        ))}
      </ol>
    </HistoryEntry>
  );
}

function RevisionDetails({ sku, revision, isLatest, names }: RevisionProps) {
  const { version, at, origin, actor, comment, jobId, revert } = revision;
  return (
    <HistoryEntry
      isOpen={isLatest}
      sentence={revisionSummary(revision, names)}
      about={
        <>
          <DateTime at={at} /> · {originLabel(origin, actor, jobId, revert)} ·{' '}
          {t('version {version}', { version })}
        </>
      }
      comment={comment}
    >
      {jobId === null ? null : (
        <p className="quiet">
          <TextLink to="/jobs/$id" params={{ id: jobId }}>
            {t('Changed by a job')}
          </TextLink>
        </p>
      )}
      <RevisionChanges sku={sku} revision={revision} names={names} />
      <VersionButtons sku={sku} revision={revision} isLatest={isLatest} names={names} />
    </HistoryEntry>
  );
}

/** Shows the changes of a version against the one before, cell by cell. */
function RevisionChanges({ sku, revision, names }: Omit<RevisionProps, 'isLatest'>) {
  const mayEdit = useCanEdit();
  const save = useUndoableSave();
  const { version, at, kind, changes, changesTruncated } = revision;
  // The first values of a new variant have replaced nothing.
  const knownNames = kind === 'CREATED' ? { ...names, inherited: NO_LABELS.inherited } : names;
  const takeBack = (cell: Revision['changes'][number], value: string) => {
    const { path, channel, locale } = cell;
    const run = async () => (await restoreVersion(sku, version - 1, [{ path, channel, locale }])).requestId;
    save.mutate(
      withLiveCheck(sku, run, t('{cell} is {value} again.', { cell: valuePathLabel(cell, names), value })),
    );
  };
  return (
    <>
      <dl className="diff">
        {changes.map((cell) => {
          const { before, after } = formatChange(cell, knownNames, at);
          const undo = t('Undo this change: {cell} → {value}', {
            cell: valuePathLabel(cell, names),
            value: before,
          });
          return (
            <div key={valuePathKey(cell)}>
              <dt>{valuePathLabel(cell, names)}</dt>
              <dd>
                <del>{before}</del>
                <ins>{after}</ins>
                {mayEdit && kind === 'UPDATED' && version > 1 ? (
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={undo}
                    title={undo}
                    disabled={save.isPending}
                    onClick={() => takeBack(cell, before)}
                  >
                    <UndoIcon />
                  </button>
                ) : null}
              </dd>
            </div>
          );
        })}
      </dl>
      {changesTruncated ? (
        <p className="quiet">{t('The values of this change are too large to list.')}</p>
      ) : null}
    </>
  );
}

function VersionButtons({ sku, revision, isLatest, names }: RevisionProps) {
  const mayEdit = useCanEdit();
  const save = useUndoableSave();
  const { version, kind, jobId, requestId, changes } = revision;
  if (!mayEdit) return null;
  let conflictNote: string | null = null;
  const undo = async () => {
    const { requestId: undone, report } = await revertSelection({ product: { ref: sku, version } }, false);
    conflictNote = formatConflicts(report?.conflicts ?? []);
    if (conflictNote !== null && report?.updated === 0) throw new ApiError('conflict', conflictNote);
    return undone;
  };
  return (
    <Group gap={6} px={4} pb={12}>
      {isLatest ? null : <RestoreRevision sku={sku} version={version} names={names} />}
      {/* A single value has its own arrow. */}
      {kind === 'UPDATED' && changes.length !== 1 ? (
        <Menu
          label={t('Actions of version {version}', { version })}
          className="icon-button"
          button={<MoreIcon />}
        >
          <MenuItem
            onClick={() =>
              save.mutate({
                ...withLiveCheck(sku, undo, t('Version {version} undone.', { version })),
                left: () => conflictNote,
              })
            }
          >
            {t('Undo only the changes of this version')}
          </MenuItem>
        </Menu>
      ) : null}
      {kind === 'CREATED' || (requestId === null && jobId === null) ? null : (
        <UndoRelatedChanges selection={jobId === null ? { requestId } : { jobId }} names={names} />
      )}
    </Group>
  );
}
