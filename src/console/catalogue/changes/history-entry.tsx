import { Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ChevronDownIcon } from '../../ui/icons.ts';

/** Shows an entry of a history: a sentence and what belongs to it, and more when it is opened. */
export function HistoryEntry(props: {
  /** True if it is open at first. */
  readonly isOpen?: boolean;
  readonly sentence: string;
  /** When and how; null where the entry around it says so. */
  readonly about: ReactNode;
  readonly comment?: string | null;
  /** Button beside the sentence. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  const { sentence, about, comment = null, action = null, children } = props;
  const [isOpen, setIsOpen] = useState(props.isOpen ?? false);
  return (
    <li className="history-entry">
      <Group gap={0} wrap="nowrap">
        <button
          type="button"
          className="revision-head"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Text span fw={500}>
            {sentence}
          </Text>
          <ChevronDownIcon />
          {about === null ? null : <span className="quiet">{about}</span>}
          {comment === null ? null : <span>“{comment}”</span>}
        </button>
        {action}
      </Group>
      {isOpen ? children : null}
    </li>
  );
}
