import { Autocomplete, Text } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../../i18n/translate.ts';
import type { PreviewedColumn } from '../import-documents.ts';
import { TargetLabel } from './target-label.tsx';

/**
 * Shows the target of a column by its label, and edits it as its code. All targets are listed until something is typed;
 * Enter takes the first suggestion for the text.
 */
export function TargetField(props: {
  /** Name of the column. */
  readonly name: string;
  readonly text: string;
  /** Target of the preview; null if the text is none. */
  readonly target: string | null;
  readonly label: string | null;
  readonly suggested: PreviewedColumn['suggestedTargets'];
  /** Targets that exist. */
  readonly targets: PreviewedColumn['suggestedTargets'];
  /** True if target and suggestions are those of the text. */
  readonly isCurrent: boolean;
  readonly onChoose: (target: string) => void;
}) {
  const { name, text, target, suggested, targets, isCurrent, onChoose } = props;
  const [isTyped, setIsTyped] = useState(false);
  const [isEdited, setIsEdited] = useState(false);
  const [entered, setEntered] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  // The code replaces the label: typed text replaces it, as it would the label.
  useLayoutEffect(() => {
    if (isEdited) field.current?.select();
  }, [isEdited]);
  const [first] = suggested;
  useEffect(() => {
    if (entered === null || !isCurrent) return;
    setEntered(null);
    if (entered === text && target === null && first !== undefined) onChoose(first.target);
  }, [entered, isCurrent, text, target, first, onChoose]);
  const label = target === text ? props.label : null;
  const searchTerm = isTyped ? text.trim().toLowerCase() : '';
  const listed = [
    ...suggested,
    ...targets.filter(
      (one) =>
        !suggested.some((other) => other.target === one.target) &&
        [one.target, one.label ?? ''].some((targetText) => targetText.toLowerCase().includes(searchTerm)),
    ),
  ];
  return (
    <>
      <Autocomplete
        ref={field}
        aria-label={t('{name} maps to', { name })}
        placeholder={t('Ignored')}
        size="xs"
        withScrollArea={false}
        styles={{ options: { maxBlockSize: 240, overflowY: 'auto' } }}
        data={listed.map((one) => one.target)}
        // The search includes labels.
        filter={({ options }) => options}
        renderOption={({ option }) => (
          <TargetLabel
            target={option.value}
            label={listed.find((one) => one.target === option.value)?.label ?? null}
          />
        )}
        value={isEdited || label === null ? text : label}
        onFocus={() => {
          setIsEdited(true);
          setIsTyped(false);
        }}
        onBlur={() => setIsEdited(false)}
        onChange={(value) => {
          setIsTyped(true);
          onChoose(value);
        }}
        onOptionSubmit={() => setIsTyped(false)}
        onKeyDown={({ key, currentTarget }) => {
          // An option that is marked is taken by itself.
          const isMarked = (currentTarget.getAttribute('aria-activedescendant') ?? '') !== '';
          if (key === 'Enter' && text !== '' && !isMarked) setEntered(text);
        }}
      />
      {label === null ? null : (
        <Text size="xs" mt={4} c="var(--ink-2)">
          {isEdited ? label : <span className="code">{text}</span>}
        </Text>
      )}
    </>
  );
}
