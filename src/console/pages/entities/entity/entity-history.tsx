import { useState } from 'react';
import { request } from '../../../api/request.ts';
import { useList } from '../../../api/use-list.ts';
import { useCanEdit } from '../../../api/workspace.ts';
import { ENTITIES_KEY } from '../../../catalogue/actions/restore-entity.ts';
import {
  type ChangeLabels,
  formatChange,
  revisionSummary,
  valuePathKey,
  valuePathLabel,
} from '../../../catalogue/changes/format-change.ts';
import { HistoryEntry } from '../../../catalogue/changes/history-entry.tsx';
import { originLabel } from '../../../catalogue/changes/origin-label.ts';
import { useAttributeLabels } from '../../../catalogue/changes/use-product-labels.ts';
import { HistoryDays } from '../../../catalogue/model/history/history-days.tsx';
import { UndoForm } from '../../../catalogue/undo/undo-form.tsx';
import { t } from '../../../i18n/translate.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { UndoIcon } from '../../../ui/icons.ts';
import { ENTITY_REVISIONS, type EntityRevision, type FormEntityType } from './entity-page-documents.ts';

/** Shows the versions of an entity, newest first, each with its changes and its undo. */
export function EntityHistory(props: { readonly type: FormEntityType; readonly code: string }) {
  const { type, code } = props;
  const list = useList([ENTITIES_KEY, 'revisions', type.code, code], async (after, signal) => {
    const { entity } = await request(ENTITY_REVISIONS, { type: type.code, code, after }, signal);
    return entity?.revisions ?? { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
  });
  const changed = (list.items ?? []).flatMap(({ changes }) =>
    changes.flatMap(({ path }) => (path.startsWith('values.') ? [path.slice('values.'.length)] : [])),
  );
  const labels = useAttributeLabels(type.attributes ?? [], changed);
  return (
    <HistoryDays list={list} keyOf={({ version, at }) => `${version} ${at}`} empty={t('No changes yet')}>
      {(revision) => <RevisionEntry type={type.code} code={code} revision={revision} labels={labels} />}
    </HistoryDays>
  );
}

function RevisionEntry(props: {
  readonly type: string;
  readonly code: string;
  readonly revision: EntityRevision;
  readonly labels: ChangeLabels;
}) {
  const { type, code, revision, labels } = props;
  const { version, at, origin, actor, comment, jobId, revert, kind, changes } = revision;
  const [isOpen, setIsOpen] = useState(false);
  const mayEdit = useCanEdit();
  const sentence = entitySentence(revision, labels);
  return (
    <HistoryEntry
      sentence={sentence}
      about={
        <>
          <DateTime at={at} isTime /> · {originLabel(origin, actor, jobId, revert)} ·{' '}
          {t('version {version}', { version })}
        </>
      }
      comment={comment}
      action={
        mayEdit && kind === 'UPDATED' ? (
          <button
            type="button"
            className="link-button history-undo"
            aria-label={t('Undo: {change}', { change: sentence })}
            onClick={() => setIsOpen(true)}
          >
            <UndoIcon />
            {t('Undo')}
          </button>
        ) : null
      }
    >
      <dl className="diff">
        {changes.map((cell) => {
          const { before, after } = formatChange(cell, labels, at);
          return (
            <div key={valuePathKey(cell)}>
              <dt>{valuePathLabel(cell, labels)}</dt>
              <dd>
                <del>{before}</del>
                <ins>{after}</ins>
              </dd>
            </div>
          );
        })}
      </dl>
      <Dialog title={isOpen ? t('Undo this change') : null} onClose={() => setIsOpen(false)}>
        <UndoForm
          subject={sentence}
          selection={{ entity: { entityType: type, code, version } }}
          verb={t('Undo')}
          onClose={() => setIsOpen(false)}
        />
      </Dialog>
    </HistoryEntry>
  );
}

/** Returns a version in a sentence: who did what. */
function entitySentence(revision: EntityRevision, labels: ChangeLabels): string {
  const { kind, actor, changes } = revision;
  const who = actor.name;
  if (kind === 'CREATED') return t('{who} created the entity', { who });
  if (kind === 'DELETED') return t('{who} deleted the entity', { who });
  if (kind === 'RESTORED') return t('{who} restored the entity', { who });
  return changes.length === 0 ? t('{who} changed the entity', { who }) : revisionSummary(revision, labels);
}
