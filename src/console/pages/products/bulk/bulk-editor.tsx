import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { request } from '../../../api/request.ts';
import {
  type Edit,
  groupRefusals,
  MAXIMUM_AT_ONCE,
  type Target,
} from '../../../catalogue/actions/change-products.ts';
import { readColumns } from '../../../catalogue/columns/column-address.ts';
import type { GridModel } from '../../../catalogue/columns/column-documents.ts';
import { currenciesOf } from '../../../catalogue/columns/currencies.ts';
import { type BulkChoices, bulkChoicesQuery } from '../../../catalogue/properties/bulk-documents.ts';
import { formatTag, t } from '../../../language/t.ts';
import { ErrorAlert, QueryResult } from '../../../ui/messages/states.tsx';
import { AllChanges } from './all-changes.tsx';
import { ChangeSamples } from './change-samples.tsx';
import { OperationRow } from './operation-row.tsx';
import { isRelative, type Operation, planEdit, verbsOf } from './operations.ts';
import { localesOf } from './places.ts';
import { mostHaveOwn } from './preview-below.ts';
import { COUNT_ROOTS } from './preview-documents.ts';
import {
  type AttributeCount,
  type EditPreview,
  previewEdit,
  type SetEffect,
  TRIED_WITH_SET,
} from './preview-edit.ts';
import { inWords } from './unchanged.ts';

interface EditorProps {
  readonly target: Target;
  /** The field that is chosen at the start; empty for none. */
  readonly field: string;
  readonly model: GridModel;
  readonly page: { readonly channel: string; readonly locale: string };
  readonly isBusy: boolean;
  readonly onRun: (target: Target, edit: Edit) => void;
  readonly onCancel: () => void;
}

/** Changes many products: what is changed, what that would do, and then the change. */
export function BulkEditor(props: EditorProps) {
  const choices = useQuery(bulkChoicesQuery(props.page.locale));
  return (
    <QueryResult query={choices} what={t('fields')}>
      {(loaded) => <Editor {...props} choices={loaded} />}
    </QueryResult>
  );
}

/** Time in milliseconds after the last key before a dry run begins. */
const PAUSE_MS = 350;

function Editor(props: EditorProps & { readonly choices: BulkChoices }) {
  const { target, field, model, page, choices, isBusy, onRun, onCancel } = props;
  const lastKey = useRef(0);
  const { columns = '' } = useSearch({ strict: false });
  const emptyFor = (chosen: string): Omit<Operation, 'key'> => {
    const attribute = model.attributes.find(({ code }) => code === chosen);
    const verb = verbsOf(chosen, attribute)[0] ?? 'set';
    // The currency that the list shows.
    const shown = readColumns(columns).find(({ code, currency }) => code === chosen && currency)?.currency;
    const currency = shown ?? currenciesOf(model, page.channel)[0] ?? '';
    const { channels } = model;
    // A copy comes from another locale or, where there is none, from another channel.
    const isOther = ({ code }: { readonly code: string }) => code !== page.locale;
    const fromLocale = attribute?.localizable
      ? localesOf(model, attribute, page.channel).find(isOther)?.code
      : undefined;
    const isFromChannel = fromLocale === undefined && attribute?.scopable;
    const fromChannel = isFromChannel ? channels.find(({ code }) => code !== page.channel)?.code : undefined;
    return {
      field: chosen,
      verb,
      text: '',
      put: '',
      isCaseMatched: false,
      typed: null,
      codes: [],
      ...page,
      fromChannel: fromChannel ?? page.channel,
      fromLocale: fromLocale ?? page.locale,
      onlyEmpty: false,
      currency,
      unit: '',
      rounding: '',
    };
  };
  const emptyOperation = (chosen: string): Operation => {
    lastKey.current += 1;
    return { key: lastKey.current, ...emptyFor(chosen) };
  };
  const [operations, setOperations] = useState<readonly Operation[]>(() => [emptyOperation(field)]);
  const roots: Target['filter'] = { and: [target.filter, { parent: { empty: true } }] };
  const rootCount = useQuery({
    queryKey: ['count roots', target.filter],
    queryFn: async ({ signal }) =>
      (await request(COUNT_ROOTS, { filter: roots }, signal)).products.totalCount ?? 0,
  }).data;
  const modelCount = useQuery({
    queryKey: ['count models', target.filter],
    queryFn: async ({ signal }) => {
      const filter: Target['filter'] = { and: [target.filter, { type: { eq: 'MODEL' } }] };
      return (await request(COUNT_ROOTS, { filter }, signal)).products.totalCount ?? 0;
    },
  }).data;
  // A relative change leaves inherited values as they are: it is meant for each product that has a value of its own.
  const isLevelled = (modelCount ?? 0) > 0 && !operations.some(({ verb }) => isRelative(verb));
  const hasLevels = isLevelled && rootCount !== undefined && rootCount > 0 && rootCount < target.count;
  const withParent: Target['filter'] = { and: [target.filter, { parent: { empty: false } }] };
  const fields = [...new Set(operations.map((one) => one.field))].filter((code) =>
    model.attributes.some((one) => one.code === code),
  );
  const own = useQuery({
    queryKey: ['own below', target.filter, fields],
    queryFn: ({ signal }) => mostHaveOwn(withParent, fields, signal),
    enabled: hasLevels && fields.length > 0,
    staleTime: 30_000,
  });
  /** It is null until somebody chooses: a value of the model does not reach variants that have their own. */
  const [level, setLevel] = useState<'roots' | 'each' | null>(null);
  const isEach = level === null ? fields.length > 0 && own.data === true : level === 'each';
  const isAbove = hasLevels && !isEach;
  const chosen: Target = isAbove ? { filter: roots, count: rootCount } : target;
  const below: Target | null = isAbove ? { filter: withParent, count: target.count - rootCount } : null;
  const { patch, faults } = planEdit(operations, model.attributes, formatTag);
  const asked = useSettled(JSON.stringify([chosen, patch]));
  const isSmall = chosen.count <= MAXIMUM_AT_ONCE;
  const [wanted, setWanted] = useState('');
  const isCounted = rootCount !== undefined && modelCount !== undefined && !own.isLoading;
  const isReady = patch !== null && faults.size === 0 && isCounted;
  const dryRun = useQuery({
    queryKey: ['bulk dry run', asked],
    queryFn: () => previewEdit(chosen, patch ?? {}, page, below),
    enabled: isReady && asked === JSON.stringify([chosen, patch]) && (isSmall || wanted === asked),
    placeholderData: keepPreviousData,
    // For many products it is a job, which only a click begins.
    staleTime: isSmall ? 30_000 : 'static',
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const isChecked = isReady && dryRun.data !== undefined && !dryRun.isFetching && !dryRun.isPlaceholderData;
  const [isListed, setIsListed] = useState(false);
  // There are more changes than the samples show.
  const isLong = isChecked && dryRun.data.changed + dryRun.data.failed > 3;
  const submit = () => {
    if (!isReady || isBusy) return;
    if (isChecked && dryRun.data.changed > 0) onRun(chosen, patch);
    else setWanted(JSON.stringify([chosen, patch]));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        {operations.map((operation) => (
          <OperationRow
            key={operation.key}
            operation={operation}
            model={model}
            choices={choices}
            locale={page.locale}
            emptyFor={emptyFor}
            fault={faults.get(operation.key)}
            onChange={(next) =>
              setOperations((before) => before.map((one) => (one.key === next.key ? next : one)))
            }
            onRemove={
              operations.length === 1
                ? undefined
                : () => setOperations((before) => before.filter(({ key }) => key !== operation.key))
            }
          />
        ))}
        <div>
          <Button
            size="xs"
            variant="default"
            onClick={() => setOperations((before) => [...before, emptyOperation('')])}
          >
            {t('Add change')}
          </Button>
        </div>
        {hasLevels ? (
          <Radio.Group
            label={t('Write to')}
            value={isEach ? 'each' : 'roots'}
            onChange={(value) => setLevel(value === 'each' ? 'each' : 'roots')}
          >
            <Stack gap={12} mt={8}>
              <Radio
                value="roots"
                label={t('Models and single products ({count}); their variants inherit', {
                  count: rootCount,
                })}
                description={t('Variants are not written. Those with a value of their own keep it.')}
              />
              <Radio value="each" label={t('Each of the {count} products', { count: target.count })} />
            </Stack>
          </Radio.Group>
        ) : null}
        <div className="sunken" role="status">
          {!isReady ? (
            <Text c="var(--ink-2)">
              {t('Choose a field and a value: you see the effect before it is saved.')}
            </Text>
          ) : dryRun.isError ? (
            <ErrorAlert error={dryRun.error} />
          ) : dryRun.data === undefined || (!isSmall && !isChecked) ? (
            <Text c="var(--ink-2)">
              {dryRun.isFetching
                ? t('Checking…')
                : t('Check what {count, number} products would become.', { count: chosen.count })}
            </Text>
          ) : (
            <Effect
              preview={dryRun.data}
              model={model}
              choices={choices}
              page={page}
              isStale={!isChecked}
              isShort={isLong && isListed}
            />
          )}
        </div>
        {isLong ? (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-expanded={isListed}
            style={{ alignSelf: 'start' }}
            onClick={() => setIsListed(!isListed)}
          >
            {isListed ? t('Hide all changes') : t('Show all changes')}
          </Button>
        ) : null}
        {isLong && isListed ? (
          <AllChanges preview={dryRun.data} model={model} choices={choices} page={page} />
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
          {isReady && !isChecked && !isSmall ? (
            <Button type="submit" loading={dryRun.isFetching}>
              {t('Check')}
            </Button>
          ) : (
            <Button type="submit" disabled={!isChecked || dryRun.data.changed === 0} loading={isBusy}>
              {t('Change {count, number}', { count: isChecked ? dryRun.data.changed : chosen.count })}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** Shows the result of a dry run in sentences. */
function Effect(props: {
  readonly preview: EditPreview;
  readonly model: GridModel;
  readonly choices: BulkChoices;
  readonly page: EditorProps['page'];
  readonly isStale: boolean;
  /** True if changes and rejections are listed below. */
  readonly isShort: boolean;
}) {
  const { changed, unchanged, unchangedBecause, failed, refusals, changes, overriding, set, below } =
    props.preview;
  const { model, choices, page } = props;
  const reasons = unchangedBecause.map(inWords).join(' · ');
  const isPart = unchangedBecause.reduce((sum, { count }) => sum + count, 0) < unchanged;
  return (
    <Stack gap={4} className={props.isStale ? 'quiet' : undefined}>
      <Text>
        <strong>
          {t('{count, plural, one {# product changes} other {# products change}}', { count: changed })}
        </strong>
        {below === null || below.inheriting === 0
          ? ''
          : t('; {count, plural, one {# below inherits} other {# below inherit}}', {
              count: below.inheriting,
            })}
        {below === null || below.keeping === 0
          ? ''
          : t('; {count, plural, one {# below keeps its own value} other {# below keep their own values}}', {
              count: below.keeping,
            })}
        {unchanged > 0 ? t('; {count, number} unchanged', { count: unchanged }) : ''}
      </Text>
      {unchangedBecause.length === 0 ? null : (
        <Text size="xs" c="var(--ink-2)">
          {isPart
            ? t('Unchanged among the first {count}: {list}.', { count: MAXIMUM_AT_ONCE, list: reasons })
            : t('Unchanged: {list}.', { list: reasons })}
        </Text>
      )}
      {overriding === 0 ? null : (
        <Text c="var(--warn)">
          {t(
            '{count, plural, one {# product gets a value of its own} other {# products get a value of their own}} in place of an inherited one.',
            { count: overriding },
          )}
          {changed + unchanged + failed > MAXIMUM_AT_ONCE
            ? ` ${t('Counted in the first {count} products.', { count: MAXIMUM_AT_ONCE })}`
            : ''}
        </Text>
      )}
      {props.isShort ? null : <ChangeSamples changes={changes} model={model} choices={choices} page={page} />}
      {set === null ? null : <SetNotes effect={set} model={model} page={page} />}
      {failed === 0 ? null : (
        <>
          <Text c="var(--error)">
            {t('{count, plural, one {# product is refused:} other {# products are refused:}}', {
              count: failed,
            })}
          </Text>
          {props.isShort ? null : (
            <ul className="reasons">
              {groupRefusals(refusals)
                .slice(0, 5)
                .map(({ reason, names }) => (
                  <li key={reason}>
                    {names.length} · {reason}{' '}
                    <span className="quiet">
                      {names.slice(0, 3).join(', ')}
                      {names.length > 3 ? ` ${t('and {count} more', { count: names.length - 3 })}` : ''}
                    </span>
                  </li>
                ))}
            </ul>
          )}
          {props.isShort || refusals.length >= failed ? null : (
            <Text size="xs" c="var(--ink-2)">
              {t('The reasons are those of the first {count} refused products.', { count: refusals.length })}
            </Text>
          )}
        </>
      )}
    </Stack>
  );
}

/** Maximum number of attributes that a note names. */
const NAMED = 6;

/** Shows which attributes the new attribute set leaves without values, and which values it leaves without a field. */
function SetNotes(props: {
  readonly effect: SetEffect;
  readonly model: GridModel;
  readonly page: EditorProps['page'];
}) {
  const { effect, model, page } = props;
  const { checked, missing, outside } = effect;
  const listed = (counts: readonly AttributeCount[]) => {
    const names = counts.slice(0, NAMED).map(({ code, count }) => {
      const label = model.attributes.find((one) => one.code === code)?.label ?? code;
      return `${label} (${count})`;
    });
    const rest = counts.length - names.length;
    return `${names.join(', ')}${rest > 0 ? ` ${t('and {count} more', { count: rest })}` : ''}`;
  };
  const channel = model.channels.find(({ code }) => code === page.channel);
  const locale = channel?.locales.find(({ code }) => code === page.locale);
  const place = [channel?.label ?? page.channel, locale?.label ?? page.locale].join(' · ');
  return (
    <>
      {missing.length === 0 ? null : (
        <Text>{t('Missing in {place} after the change: {list}.', { place, list: listed(missing) })}</Text>
      )}
      {outside.length === 0 ? null : (
        <Text>
          {t('Values of attributes outside the new set stay stored: {list}.', { list: listed(outside) })}
        </Text>
      )}
      {checked < TRIED_WITH_SET ? null : (
        <Text c="var(--ink-2)">{t('Counted in the first {count} products.', { count: checked })}</Text>
      )}
    </>
  );
}

/** Returns a text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
