import { Box, type ComboboxParsedItem, MultiSelect, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { reasonOf, settled } from '../../api/problem.ts';
import { request, requestWithId } from '../../api/request.ts';
import { formatTag, t } from '../../language/t.ts';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { EmptyState, ErrorAlert, QueryResult } from '../../ui/messages/states.tsx';
import { parseCell, writeCell } from '../values/cell-value.ts';
import { optionsQuery } from '../values/options-query.ts';
import { CREATE_VARIANTS, type Family, familyQuery } from './create-documents.ts';
import { type AxisValue, defaultPattern, type PlannedVariant, planVariants } from './plan-variants.ts';

interface VariantProps {
  /** The id of the model. */
  readonly id: string;
  readonly page: { readonly channel: string; readonly locale: string };
  /** Values of axes that are chosen at first, as the API has them, by the code of the axis. */
  readonly preset?: ReadonlyMap<string, unknown>;
  /** Called with how many were created, and the request that did it. */
  readonly onCreated: (count: number, requestId: string | null) => void;
  readonly onCancel: () => void;
}

/** Creates the variants of a model: the values of its axes, the SKUs that follow, and which of them clash. */
export function CreateVariants(props: VariantProps) {
  return (
    <QueryResult query={useQuery(familyQuery(props.id, props.page))} what={t('product')}>
      {(family) =>
        family === null || family.variantLayout === null || family.type !== 'MODEL' ? (
          <EmptyState title={t('Only models have variants')}>
            {t('Create a model of an attribute set with a variant layout first.')}
          </EmptyState>
        ) : (
          <Form {...props} family={family} levels={levelsBelow(family)} />
        )
      }
    </QueryResult>
  );
}

type Axis = NonNullable<Family['variantLayout']>['levels'][number]['axes'][number];

/** The axes of the levels below a model. */
const levelsBelow = ({ variantLayout, parent }: Family): readonly (readonly Axis[])[] =>
  (variantLayout?.levels ?? []).slice(parent === null ? 0 : 1).map(({ axes }) => axes);

/** One value of the API as a value of an axis, with the text that people type for it. */
function presetOf(axis: Axis, value: unknown): readonly (readonly [string, readonly AxisValue[]])[] {
  if (value === undefined || value === null) return [];
  const address = { attribute: axis, channel: null, locale: null, currency: null };
  const text =
    typeof value === 'string' && axis.optionSet !== null ? value : writeCell(value, '', address, formatTag);
  // The unit of the attribute is left out of SKUs.
  const isOfUnit = typeof value === 'object' && Reflect.get(value, 'unit') === axis.defaultUnit;
  return [[axis.code, [{ value, text: isOfUnit ? text.replace(/\s.*/, '') : text }]]];
}

const PAUSE_MS = 350;

const inputOf = ({ sku, parent, type, values }: PlannedVariant) => ({
  sku,
  parent,
  type,
  values: [...values],
});

function Form(
  props: VariantProps & { readonly family: Family; readonly levels: readonly (readonly Axis[])[] },
) {
  const { family, levels, page, preset, onCreated, onCancel } = props;
  const form = useRef<HTMLFormElement>(null);
  // The dialog has looked for its first field before this was loaded.
  const isPreset = preset !== undefined && preset.size > 0;
  useEffect(() => {
    form.current?.querySelector<HTMLElement>(isPreset ? '[type="submit"]' : 'input')?.focus();
  }, [isPreset]);
  const codes = levels.map((axes) => axes.map(({ code }) => code));
  const [pattern, setPattern] = useState(defaultPattern(codes));
  const [chosen, setChosen] = useState<ReadonlyMap<string, readonly AxisValue[]>>(
    () => new Map(levels.flat().flatMap((axis) => presetOf(axis, preset?.get(axis.code)))),
  );
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isComplete = codes.flat().every((code) => (chosen.get(code) ?? []).length > 0);
  const planned = isComplete
    ? planVariants(
        family.sku,
        codes.map((level) => level.map((code) => ({ code, values: chosen.get(code) ?? [] }))),
        pattern,
        family.models,
      )
    : [];
  const [asked, setAsked] = useState<readonly PlannedVariant[]>([]);
  const key = JSON.stringify(planned);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(JSON.parse(key)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  const check = useQuery({
    queryKey: ['create variants', asked],
    queryFn: async () =>
      settled((await request(CREATE_VARIANTS, { items: asked.map(inputOf), dryRun: true })).upsertProducts),
    enabled: asked.length > 0,
    gcTime: 0,
    retry: false,
  });
  const clashes = new Map(
    (check.data?.results ?? []).flatMap(({ sku, problem }) =>
      problem === null ? [] : [[sku, reasonOf(problem)] as const],
    ),
  );
  const variants = planned.filter(({ type }) => type === 'VARIANT');
  const count = variants.filter(({ sku }) => !clashes.has(sku)).length;
  const isChecking = planned.length > 0 && (check.isFetching || JSON.stringify(asked) !== key);
  const create = async () => {
    if (count === 0 || isBusy || check.data === undefined || JSON.stringify(asked) !== key) return;
    setIsBusy(true);
    setError(null);
    try {
      const items = planned.filter(({ sku }) => !clashes.has(sku)).map(inputOf);
      const { data, requestId } = await requestWithId(CREATE_VARIANTS, { items, dryRun: false });
      onCreated(settled(data.upsertProducts).created, requestId);
    } catch (failure) {
      setError(failure);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <Stack>
        {error === null ? null : <ErrorAlert error={error} />}
        {levels.flat().map((axis, position) => (
          <AxisInput
            key={axis.code}
            axis={axis}
            locale={page.locale}
            isFirst={position === 0 && !isPreset}
            preset={chosen.get(axis.code) ?? []}
            onChange={(values) => setChosen((before) => new Map(before).set(axis.code, values))}
          />
        ))}
        <TextInput
          label={t('SKU pattern')}
          value={pattern}
          onChange={({ currentTarget }) => setPattern(currentTarget.value)}
        />
        <div className="dry-run" role="status">
          {planned.length === 0 ? (
            <Text c="var(--ink-2)">
              {t('Choose values of each axis: you see the SKUs before they are created.')}
            </Text>
          ) : (
            <>
              {check.isError ? <ErrorAlert error={check.error} /> : null}
              <Text>
                <strong>
                  {t('{count, plural, one {# variant} other {# variants}}', { count: variants.length })}
                </strong>
                {clashes.size === 0
                  ? ''
                  : t('; {count, plural, one {# SKU clashes} other {# SKUs clash}}', { count: clashes.size })}
              </Text>
              <Box component="section" className="planned-skus" tabIndex={0} aria-label={t('SKUs')}>
                <ul className="reasons">
                  {planned.map(({ sku, type }, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a pattern can give one SKU twice
                    <li key={place} data-model={type === 'MODEL' || undefined}>
                      <span className="code">{sku}</span>
                      {clashes.has(sku) ? <span className="clash">{clashes.get(sku)}</span> : null}
                    </li>
                  ))}
                </ul>
              </Box>
            </>
          )}
        </div>
        <FormButtons
          submit={t('Create {count, plural, one {# variant} other {# variants}}', { count })}
          isBusy={isBusy || isChecking}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

/** The options with a text in their label: those that are it first, then those that begin with it. */
function nearest(options: ComboboxParsedItem[], search: string): ComboboxParsedItem[] {
  const typed = search.trim().toLowerCase();
  const rankOf = (option: ComboboxParsedItem) => {
    const label = 'label' in option ? option.label.toLowerCase() : '';
    if (label === typed) return 0;
    return label.startsWith(typed) ? 1 : label.includes(typed) ? 2 : 3;
  };
  return options.filter((one) => rankOf(one) < 3).toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** The values of an axis: options are chosen, others are typed. */
function AxisInput(props: {
  readonly axis: Axis;
  readonly locale: string;
  readonly isFirst: boolean;
  /** What is chosen at first. */
  readonly preset: readonly AxisValue[];
  readonly onChange: (values: readonly AxisValue[]) => void;
}) {
  const { axis, locale, isFirst, preset, onChange } = props;
  const [texts, setTexts] = useState<readonly string[]>(() => preset.map(({ text }) => text));
  const [fault, setFault] = useState<string | null>(null);
  const set = axis.optionSet?.code ?? '';
  const options = useQuery({ ...optionsQuery(set, locale), enabled: set !== '' }).data ?? [];
  const common = { label: axis.label, error: fault, 'data-autofocus': isFirst || undefined };
  if (set !== '')
    return (
      <MultiSelect
        {...common}
        searchable
        selectFirstOptionOnChange
        limit={100}
        filter={({ options: all, search, limit }) => nearest(all, search).slice(0, limit)}
        value={[...texts]}
        data={options.map(({ code, label }) => ({ value: code, label }))}
        nothingFoundMessage={t('Nothing found')}
        onChange={(chosen) => {
          setTexts(chosen);
          onChange(chosen.map((code) => ({ value: code, text: code })));
        }}
      />
    );
  return (
    <TagsInput
      {...common}
      splitChars={[' ', ';']}
      value={[...texts]}
      onChange={(typed) => {
        const address = { attribute: axis, channel: null, locale: null, currency: null };
        const parsed = typed.map((text) =>
          parseCell(text, address, null, { tag: formatTag, optionsOf: () => [] }),
        );
        const wrong = parsed.find((one) => 'fault' in one);
        setTexts(typed);
        setFault(wrong === undefined ? null : wrong.fault);
        if (wrong !== undefined) return onChange([]);
        onChange(
          parsed.map((one, place) => ({
            value: 'value' in one ? one.value : null,
            text: typed[place] ?? '',
          })),
        );
      }}
    />
  );
}
