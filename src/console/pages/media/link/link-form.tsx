import { Checkbox, Select, Stack, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useViewScope } from '../../../api/view-scope.ts';
import { ValueChangeForm } from '../../../catalogue/actions/value-change-form.tsx';
import { useUndo } from '../../../catalogue/undo/use-undo.ts';
import { t } from '../../../i18n/translate.ts';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import { ErrorAlert, Loading } from '../../../ui/messages/states.tsx';
import {
  type LinkInput,
  type LinkOutcomes,
  linkFiles,
  loadMediaAttributes,
  type MediaAttribute,
  previewLinks,
} from './link-documents.ts';

/** Patterns that most folders of pictures follow, the more exact ones first. */
const USUAL_PATTERNS = ['{sku}_{position}', '{sku}-{position}', '{sku} {position}', '{sku}'];

const TYPING_MS = 300;

interface Props {
  /** Codes of the files, at most 1,000. */
  readonly files: readonly string[];
  readonly onLinked: () => void;
  readonly onCancel: () => void;
}

/** Links files to the products that their names lead to; shows before which ones. */
export function LinkForm(props: Props) {
  const locale = useViewScope().locale?.code ?? null;
  const attributes = useQuery({
    queryKey: ['media attributes', locale],
    queryFn: ({ signal }) => loadMediaAttributes(locale, signal),
  });
  if (attributes.isError) return <ErrorAlert error={attributes.error} onRetry={attributes.refetch} />;
  if (attributes.data === undefined) return <Loading what={t('attributes')} />;
  const [first] = attributes.data.toSorted(listsFirst);
  if (first === undefined)
    return (
      <p className="quiet">{t('Create an attribute for files first, and add it to an attribute set.')}</p>
    );
  return <LoadedForm {...props} attributes={attributes.data} initial={first} />;
}

const listsFirst = (one: MediaAttribute, other: MediaAttribute) =>
  Number(one.type === 'MEDIA') - Number(other.type === 'MEDIA');

function LoadedForm(
  props: Props & { readonly attributes: readonly MediaAttribute[]; readonly initial: MediaAttribute },
) {
  const { files, attributes, initial, onLinked, onCancel } = props;
  const scope = useViewScope();
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  const [code, setCode] = useState(initial.code);
  const [text, setText] = useState(USUAL_PATTERNS.join('\n'));
  const [replaces, setReplaces] = useState(false);
  const [patterns] = useDebouncedValue(text, TYPING_MS);
  const linkedOutcomes = useRef<LinkOutcomes | null>(null);
  const attribute = attributes.find((one) => one.code === code) ?? initial;
  const input: LinkInput = {
    files: [...files],
    patterns: patterns.split('\n').filter((line) => line.trim() !== ''),
    attribute: attribute.code,
    channel: attribute.scopable ? (scope.channel?.code ?? null) : null,
    locale: attribute.localizable ? (scope.locale?.code ?? null) : null,
    existing: replaces ? 'REPLACE' : 'KEEP',
  };
  return (
    <ValueChangeForm
      changeKey={['link files', input]}
      preview={(signal) => previewLinks(input, signal)}
      run={() =>
        linkFiles(input, (outcomes) => {
          linkedOutcomes.current = outcomes;
        })
      }
      canRun={({ linked }) => linked > 0 && text === patterns}
      verb={t('Link files')}
      onCancel={onCancel}
      onDone={async (undo, isOpen) => {
        const { linked = 0, products = 0 } = linkedOutcomes.current ?? {};
        notifySuccess(
          t(
            '{linked, plural, one {# file} other {# files}} linked to {products, plural, one {# product} other {# products}}.',
            { linked, products },
          ),
          undoable(undo),
        );
        if (isOpen) onLinked();
        await queryClient.invalidateQueries();
      }}
      counts={(preview) => <Outcomes preview={preview} />}
    >
      {(isBusy) => (
        <Stack gap="sm">
          <Select
            label={t('Field')}
            data={attributes.map((one) => ({ value: one.code, label: one.label }))}
            value={code}
            onChange={(value) => setCode(value ?? initial.code)}
            allowDeselect={false}
            disabled={isBusy}
          />
          <Textarea
            label={t('Patterns of the file names, one per line')}
            description={t(
              '{parts} and codes of unique attributes; * is any text. The first line whose product exists counts.',
              { parts: '{sku} {position} {attribute} {locale} {ext:system}' },
            )}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autosize
            minRows={3}
            disabled={isBusy}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          />
          <Checkbox
            label={t('Replace the files that products have')}
            checked={replaces}
            onChange={(event) => setReplaces(event.currentTarget.checked)}
            disabled={isBusy}
          />
        </Stack>
      )}
    </ValueChangeForm>
  );
}

/** Files listed of each outcome. */
const LISTED = 8;

function Outcomes({ preview }: { readonly preview: LinkOutcomes }) {
  const { files, linked, products } = preview;
  const others = files.filter(({ outcome }) => outcome !== 'LINKED' && outcome !== 'UNCHANGED');
  const unchanged = files.length - linked - others.length;
  return (
    <>
      <li>
        <strong>
          {t('{linked} of {count, plural, one {# file} other {# files}} matched', {
            linked: linked + unchanged,
            count: files.length,
          })}
        </strong>{' '}
        · {t('{count, plural, one {# product changes} other {# products change}}', { count: products })}
      </li>
      {unchanged > 0 ? (
        <li className="quiet">
          {t(
            '{count, plural, one {# file changes nothing: its product has one} other {# files change nothing: their products have files}}',
            {
              count: unchanged,
            },
          )}
        </li>
      ) : null}
      {others.slice(0, LISTED).map(({ code, filename, message }) => (
        <li key={code}>
          {filename}: <span className="quiet">{message}</span>
        </li>
      ))}
      {others.length > LISTED ? (
        <li className="quiet">
          {t('{count, plural, one {# more file} other {# more files}}', { count: others.length - LISTED })}
        </li>
      ) : null}
    </>
  );
}
