import { Box, Button, Group, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ApiError } from '../../../api/api-error.ts';
import {
  type CommentDraft,
  EMPTY_DRAFT,
  findMentionQuery,
  insertMention,
  serializeDraft,
} from '../../../catalogue/comments/mentions.ts';
import { t } from '../../../i18n/translate.ts';
import { notifyError } from '../../../ui/messages/notifications.ts';
import { mentionableMembersQuery } from './comment-documents.ts';
import { type CommentDraftKey, readDraft, storeDraft } from './comment-draft-storage.ts';

interface CommentEditorProps {
  readonly place: CommentDraftKey;
  /** The name of the field. */
  readonly label: string;
  readonly verb: string;
  /** Text at the beginning, if no draft is stored. */
  readonly initial?: CommentDraft;
  /** Sends the text. What is typed stays when that fails. */
  readonly onSend: (body: string) => Promise<unknown>;
  readonly onCancel?: () => void;
  readonly field?: RefObject<HTMLTextAreaElement | null>;
}

/** Moves the focus into a field, behind what is typed. */
export function focusAtEnd(field: HTMLElement | null | undefined): void {
  field?.focus();
  if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length);
}

/** Edits a comment. The typed text is stored in the browser; `@` finds members to mention. */
export function CommentEditor(props: CommentEditorProps) {
  const { place, label, verb, initial = EMPTY_DRAFT, onSend, onCancel } = props;
  const [draft, setDraft] = useState(() => {
    const storedDraft = readDraft(localStorage, place);
    return storedDraft.text === '' ? initial : storedDraft;
  });
  const [caret, setCaret] = useState(0);
  const [isSending, setIsSending] = useState(false);
  const own = useRef<HTMLTextAreaElement>(null);
  const field = props.field ?? own;
  const change = (next: CommentDraft) => {
    setDraft(next);
    try {
      storeDraft(localStorage, place, next.text === initial.text ? EMPTY_DRAFT : next);
    } catch {
      notifyError(new ApiError('full', t('The browser can keep no more of what you type. Save now.')));
    }
  };
  const list = useMentions(draft, caret, (next, at) => {
    change(next);
    setCaret(at);
  });
  // The caret of a changed text is where React finds it: behind the text.
  useLayoutEffect(() => {
    const { current } = field;
    if (current !== null && document.activeElement === current && current.selectionEnd !== caret)
      current.setSelectionRange(caret, caret);
  }, [caret, field]);

  const body = serializeDraft(draft);
  const send = async () => {
    if (body === '' || isSending) return;
    setIsSending(true);
    try {
      await onSend(body);
      storeDraft(localStorage, place, EMPTY_DRAFT);
      setDraft(EMPTY_DRAFT);
    } catch {
      // The sender reports the error; the typed text stays.
    }
    setIsSending(false);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (list.press(event)) return event.preventDefault();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
      event.preventDefault();
      void send();
    }
    if (event.key === 'Escape' && onCancel !== undefined) {
      // Escape leaves the typed text stored; only the button discards it.
      event.preventDefault();
      onCancel();
    }
  };
  return (
    <Stack className="composer" gap={6}>
      <Box pos="relative">
        <textarea
          ref={field}
          className="field-input"
          rows={2}
          maxLength={5_000}
          aria-label={label}
          placeholder={label}
          aria-autocomplete="list"
          aria-controls={list.isOpen ? list.id : undefined}
          aria-activedescendant={list.isOpen ? list.active : undefined}
          value={draft.text}
          onChange={({ currentTarget }) => {
            setCaret(currentTarget.selectionEnd);
            change({ ...draft, text: currentTarget.value });
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionEnd)}
          onKeyDown={press}
          onBlur={list.close}
        />
        {list.element}
      </Box>
      {body === '' && onCancel === undefined ? null : (
        <Group gap={6}>
          <Button
            size="compact-sm"
            title={t('Ctrl-Enter')}
            disabled={body === ''}
            loading={isSending}
            onClick={() => void send()}
          >
            {verb}
          </Button>
          {onCancel === undefined ? null : (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                storeDraft(localStorage, place, EMPTY_DRAFT);
                onCancel();
              }}
            >
              {t('Cancel')}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}

/** Returns the members whose name is being typed behind an `@`, and the keys that choose one. */
function useMentions(
  draft: CommentDraft,
  caret: number,
  onChoose: (draft: CommentDraft, caret: number) => void,
) {
  const id = useId();
  const [place, setPlace] = useState(0);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const mention = findMentionQuery(draft, caret);
  const search = useDeferredValue(mention?.name.trim() ?? '');
  const query = useQuery({
    ...mentionableMembersQuery(search),
    enabled: mention !== null,
    placeholderData: keepPreviousData,
  });
  const matchingMembers = mention === null || mention.start === closedAt ? [] : (query.data ?? []);
  const at = Math.min(place, matchingMembers.length - 1);
  const take = (member: (typeof matchingMembers)[number] | undefined) => {
    if (member === undefined || mention === null) return;
    const nextDraft = insertMention(draft, { start: mention.start, caret }, member);
    setPlace(0);
    onChoose(nextDraft.draft, nextDraft.caret);
  };
  const optionId = (index: number) => `${id}-${index}`;
  return {
    id,
    isOpen: matchingMembers.length > 0,
    active: optionId(at),
    close: () => setClosedAt(mention?.start ?? null),
    /** Returns true if the key belongs to the list. */
    press(event: KeyboardEvent): boolean {
      if (matchingMembers.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return false;
      if (event.key === 'ArrowDown') setPlace((at + 1) % matchingMembers.length);
      else if (event.key === 'ArrowUp') setPlace((at + matchingMembers.length - 1) % matchingMembers.length);
      else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) take(matchingMembers[at]);
      else if (event.key === 'Escape') setClosedAt(mention?.start ?? null);
      else return false;
      return true;
    },
    element:
      matchingMembers.length === 0 ? null : (
        <div className="mention-list" role="listbox" id={id} aria-label={t('Members')}>
          {matchingMembers.map((member, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus (aria-activedescendant)
            <div
              key={member.id}
              id={optionId(index)}
              role="option"
              className="menu-item"
              aria-selected={index === at}
              // This runs before the text field loses the focus.
              onPointerDown={(event) => {
                event.preventDefault();
                take(member);
              }}
            >
              {member.name}
            </div>
          ))}
        </div>
      ),
  };
}
