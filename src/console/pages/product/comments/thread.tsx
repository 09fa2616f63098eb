import { Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isAdministrator, meQuery } from '../../../api/workspace.ts';
import { CommentText } from '../../../catalogue/comments/comment-text.tsx';
import { toCommentDraft } from '../../../catalogue/comments/mentions.ts';
import { t } from '../../../i18n/translate.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { CheckIcon, DeleteIcon, EditIcon } from '../../../ui/icons.ts';
import { confirmAction } from '../../../ui/messages/confirm.tsx';
import { notifyError, notifySuccess } from '../../../ui/messages/notifications.ts';
import { useMutationWithToast } from '../../../ui/use-mutation-with-toast.ts';
import {
  type Comment,
  createComment,
  deleteComment,
  type Thread,
  updateComment,
} from './comment-documents.ts';
import { readDraft } from './comment-draft-storage.ts';
import { CommentEditor, focusAtEnd } from './comment-editor.tsx';

/** Queries that change with a comment: the comments of products, and the mentions on the start page. */
export const COMMENT_QUERY_KEYS = [['comments'], ['home']];

interface ThreadProps {
  readonly thread: Thread;
  readonly productId: string;
  /** Label of the attribute that it is about; empty for the product as a whole. */
  readonly about: string;
  /** Shows what it is about. */
  readonly onOpen?: (() => void) | undefined;
}

/** Shows a comment with its replies, and what can be done about them. */
export function ThreadItem({ thread, productId, about, onOpen }: ThreadProps) {
  const { id, start, replies } = thread;
  const me = useQuery(meQuery).data;
  const draftKey = { userId: me?.user?.id ?? '', productId, of: id };
  const [isReplying, setIsReplying] = useState(() => readDraft(localStorage, draftKey).text !== '');
  const item = useRef<HTMLLIElement>(null);
  const write = (isOpen: boolean) => {
    focusIn(item, isOpen ? 'textarea' : '.thread-reply', () => setIsReplying(isOpen));
  };
  const send = useMutationWithToast(
    (body: string) => createComment({ thread: id, body }),
    COMMENT_QUERY_KEYS,
    () => t('Reply sent.'),
  );
  const isResolved = start.resolvedAt !== null;
  const queryClient = useQueryClient();
  const set = useMutation({
    mutationFn: (resolved: boolean) => updateComment(id, { resolved }),
    onError: notifyError,
    onSuccess: (_done, resolved) => {
      // The thread leaves its list.
      item.current?.closest('aside')?.querySelector('h2')?.focus({ preventScroll: true });
      notifySuccess(resolved ? t('Thread resolved.') : t('Thread reopened.'), {
        label: t('Undo'),
        run: () => set.mutate(!resolved),
      });
    },
    onSettled: () =>
      Promise.all(COMMENT_QUERY_KEYS.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
  const name = start.author.name;
  return (
    <li ref={item} className="thread">
      <Group justify="space-between" gap={12} mb={4} wrap="nowrap">
        {about === '' ? (
          <span className="quiet">{t('The product')}</span>
        ) : onOpen === undefined ? (
          <span>{about}</span>
        ) : (
          <button type="button" className="link-button" onClick={onOpen}>
            {about}
          </button>
        )}
        <button
          type="button"
          className="link-button"
          aria-label={
            isResolved
              ? t('Reopen the thread of {name}', { name })
              : t('Resolve the thread of {name}', { name })
          }
          disabled={set.isPending}
          onClick={() => set.mutate(!isResolved)}
        >
          {isResolved ? null : <CheckIcon />}
          {isResolved ? t('Reopen') : t('Resolve')}
        </button>
      </Group>
      <ol className="plain-list">
        {[start, ...replies].map((comment) => (
          <CommentItem key={comment.id} comment={comment} productId={productId} />
        ))}
      </ol>
      {isResolved ? (
        <p className="quiet">
          {t('Resolved by {name}', { name: start.resolvedBy?.name })} · <DateTime at={start.resolvedAt} />
        </p>
      ) : isReplying ? (
        <CommentEditor
          place={draftKey}
          label={t('Reply to {name}', { name })}
          verb={t('Reply')}
          onCancel={() => write(false)}
          onSend={async (body) => {
            await send.mutateAsync(body);
            write(false);
          }}
        />
      ) : (
        <button
          type="button"
          className="link-button thread-reply"
          aria-label={t('Reply to {name}', { name })}
          onClick={() => write(true)}
        >
          {t('Reply')}
        </button>
      )}
    </li>
  );
}

/** Changes an item and moves the focus into a part that is there then. */
function focusIn(item: RefObject<HTMLElement | null>, selector: string, change: () => void): void {
  flushSync(change);
  focusAtEnd(item.current?.querySelector<HTMLElement>(selector));
}

function CommentItem({ comment, productId }: { readonly comment: Comment; readonly productId: string }) {
  const { id, author, body, mentions, mine, createdAt, editedAt } = comment;
  const me = useQuery(meQuery).data;
  const draftKey = { userId: me?.user?.id ?? '', productId, of: id };
  const [isEditing, setIsEditing] = useState(
    () => mine && readDraft(localStorage, { ...draftKey, of: `edit ${id}` }).text !== '',
  );
  const item = useRef<HTMLLIElement>(null);
  const write = (isOpen: boolean) => {
    focusIn(item, isOpen ? 'textarea' : 'button', () => setIsEditing(isOpen));
  };
  const edit = useMutationWithToast(
    (text: string) => updateComment(id, { body: text }),
    COMMENT_QUERY_KEYS,
    () => t('Comment saved.'),
  );
  const remove = useMutationWithToast(
    () => deleteComment(id),
    COMMENT_QUERY_KEYS,
    () => t('Comment deleted.'),
  );
  const mayDelete = body !== null && (mine || isAdministrator(me?.role));
  return (
    <li ref={item} className="comment">
      <Group gap="0 8px" mih={24}>
        <Text span fw={500}>
          {author.name}
        </Text>
        <span className="quiet">
          <DateTime at={createdAt} />
          {editedAt === null || body === null ? null : ` · ${t('edited')}`}
        </span>
        {isEditing || (!mine && !mayDelete) || body === null ? null : (
          <span className="comment-actions">
            {mine ? (
              <button
                type="button"
                className="icon-button"
                aria-label={t('Edit comment')}
                title={t('Edit')}
                onClick={() => write(true)}
              >
                <EditIcon />
              </button>
            ) : null}
            {mayDelete ? (
              <button
                type="button"
                className="icon-button"
                aria-label={t('Delete comment')}
                title={t('Delete')}
                onClick={() =>
                  confirmAction({
                    title: t('Delete comment?'),
                    text: t('The text is deleted for everybody. This cannot be undone.'),
                    verb: t('Delete'),
                    onConfirm: () => remove.mutate(undefined),
                  })
                }
              >
                <DeleteIcon />
              </button>
            ) : null}
          </span>
        )}
      </Group>
      {isEditing ? (
        <CommentEditor
          place={{ ...draftKey, of: `edit ${id}` }}
          label={t('Text of the comment')}
          verb={t('Save')}
          initial={toCommentDraft(body ?? '', mentions)}
          onCancel={() => write(false)}
          onSend={async (text) => {
            await edit.mutateAsync(text);
            write(false);
          }}
        />
      ) : body === null ? (
        <p className="quiet">{t('This comment was deleted.')}</p>
      ) : (
        <p style={{ whiteSpace: 'pre-wrap' }}>
          <CommentText body={body} mentions={mentions} />
        </p>
      )}
    </li>
  );
}
