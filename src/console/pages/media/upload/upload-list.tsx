import { Button } from '@mantine/core';
import { useState } from 'react';
import { t, translateLabel } from '../../../i18n/translate.ts';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { CheckIcon, CloseIcon } from '../../../ui/icons.ts';
import { isPending, isStored, type QueuedFile } from './upload-queue.ts';
import type { Uploads } from './use-uploads.ts';

/** Maximum number of files that are listed; failed ones come first. */
const MAX_LISTED = 100;

/** Shows the files that are uploaded: how far each and all of them are, and what failed. */
export function UploadList({ uploads: { files, isRunning, queue } }: { readonly uploads: Uploads }) {
  const [isOpen, setIsOpen] = useState(true);
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  const sent = files.reduce((sum, { sentBytes }) => sum + sentBytes, 0);
  const percent = total === 0 ? 100 : Math.floor((sent / total) * 100);
  const failed = files.filter(({ state }) => state === 'failed' || state === 'cancelled');
  const listed = files
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.key - other.key)
    .slice(0, MAX_LISTED);
  return (
    <section className="upload-list" aria-label={t('Uploads')}>
      <div className="row">
        <strong role="status">{isRunning ? progressOf(files) : resultOf(files)}</strong>
        <span className="row toolbar-end">
          <button type="button" className="flat" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? t('Hide files') : t('Show files')}
          </button>
          {failed.length === 0 || isRunning ? null : (
            <Button size="xs" variant="default" onClick={queue.retry}>
              {t('Retry {count, plural, one {# file} other {# files}}', { count: failed.length })}
            </Button>
          )}
          {isRunning ? (
            <Button size="xs" variant="default" onClick={queue.cancel}>
              {t('Cancel uploads')}
            </Button>
          ) : (
            <button type="button" className="icon-button" aria-label={t('Close')} onClick={queue.clear}>
              <CloseIcon />
            </button>
          )}
        </span>
      </div>
      {isRunning ? <progress value={percent} max={100} aria-label={t('All uploads')} /> : null}
      {isOpen ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus, so that it scrolls by keyboard
        <ul className="plain-list upload-files" aria-label={t('Uploads')} tabIndex={0}>
          {listed.map((one) => (
            <UploadRow key={one.key} upload={one} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** Returns the place of a file in the list: what needs somebody first. */
const rankOf = ({ state }: QueuedFile): number =>
  ({ failed: 0, cancelled: 1, sending: 2, existing: 3, waiting: 4, stored: 5 })[state];

const progressOf = (files: readonly QueuedFile[]): string =>
  t('Uploading {done} of {total}', {
    done: files.filter((one) => !isPending(one)).length,
    total: files.length,
  });

/** Returns a sentence about uploads that ended: how many are new, were here already, or failed. */
function resultOf(files: readonly QueuedFile[]): string {
  const countOf = (state: QueuedFile['state']) => files.filter((one) => one.state === state).length;
  const stored = countOf('stored');
  const existing = countOf('existing');
  const failed = countOf('failed');
  const cancelled = countOf('cancelled');
  return [
    stored === 0 ? null : t('{count, plural, one {# file} other {# files}} uploaded', { count: stored }),
    existing === 0 ? null : t('{count} already here', { count: existing }),
    failed === 0 ? null : t('{count} not uploaded', { count: failed }),
    // The server may have stored some of them before they were cancelled.
    cancelled === 0 ? null : t('{count} cancelled', { count: cancelled }),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

function UploadRow({ upload }: { readonly upload: QueuedFile }) {
  const { file, state, sentBytes, message } = upload;
  const percent = file.size === 0 ? 0 : Math.floor((sentBytes / file.size) * 100);
  return (
    <li data-tone={state === 'failed' ? 'error' : state === 'stored' ? 'ok' : undefined}>
      <span className="cut" title={file.name}>
        {file.name}
      </span>
      <span className="upload-state">
        {isStored(upload) ? <CheckIcon /> : null}
        {state === 'sending' ? t('{percent} %', { percent }) : stateText(state, message)}
      </span>
      <span className="upload-size">{formatBytes(file.size)}</span>
    </li>
  );
}

function stateText(state: QueuedFile['state'], message: string): string {
  switch (state) {
    case 'stored':
      return t('Uploaded');
    case 'existing':
      return t('Stored already; the existing file is used');
    case 'failed':
      return message;
    case 'cancelled':
      return translateLabel('Cancelled');
    default:
      return t('Waiting');
  }
}
