import {
  Checkbox,
  type ComboboxParsedItem,
  MultiSelect,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { reasonOf, settled } from '../../api/problem.ts';
import { request, requestWithId } from '../../api/request.ts';
import { t } from '../../language/t.ts';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { EmptyState, ErrorAlert, QueryResult } from '../../ui/messages/states.tsx';
import { optionsQuery } from '../values/options-query.ts';
import { axisValueOf, readAxisValue, splitTyped } from './axis-value.ts';
import { type AxisValue, keyOfPlanned, type PlannedVariant, planVariants } from './plan-variants.ts';
import { schemeOf } from './sku-scheme.ts';
import { type Axis, CREATE_VARIANTS, type Family, familyQuery } from './variant-documents.ts';

/** Number of variants that were created, and of models between them and their model. */
interface Made {
  readonly variants: number;
  readonly models: number;
}

interface VariantProps {
  /** The id of the model. */
  readonly id: string;
  readonly page: { readonly channel: string; readonly locale: string };
  /** Values of axes that are chosen at first, as the API has them and with their labels, by the code of the axis. */
  readonly preset?: ReadonlyMap<string, { readonly value: unknown; readonly label: string }>;
  /** Called with the created products and the id of the request that created them. */
  readonly onCreated: (made: Made, requestId: string | null) => void;
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

/** Returns the axes of the levels below a model. */
const levelsBelow = ({ variantLayout, parent }: Family): readonly (readonly Axis[])[] =>
  (variantLayout?.levels ?? []).slice(parent === null ? 0 : 1).map(({ axes }) => axes);

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
  const isPreset = preset !== undefined && preset.size > 0;
  const codes = levels.map((axes) => axes.map(({ code }) => code));
  const [scheme] = useState(() => schemeOf(family.sku, codes, family.existing));
  const [pattern, setPattern] = useState(scheme.pattern);
  const [edited, setEdited] = useState<ReadonlyMap<string, string>>(new Map());
  const [chosen, setChosen] = useState<ReadonlyMap<string, readonly AxisValue[]>>(
    () =>
      new Map(
        levels.flat().flatMap((axis) => {
          const value = preset?.get(axis.code);
          return value === undefined || value.value === null
            ? []
            : [[axis.code, [axisValueOf(axis, value.value, value.label)]] as const];
        }),
      ),
  );
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const choices = codes.map((level) => level.map((code) => ({ code, values: chosen.get(code) ?? [] })));
  const combinations = choices.flat().reduce((count, { values }) => count * values.length, 1);
  const planned = planVariants(family.sku, choices, pattern, family.existing, edited, scheme.textOf);
  const variants = planned.filter(({ type }) => type === 'VARIANT');
  const present = combinations - variants.length;
  const rows = variants.length === 0 ? [] : planned;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const taken = variants.filter((one) => !left.has(keyOfPlanned(one)));
  const parentsOfTaken = new Set(taken.map(({ parent }) => parent));
  // Models without variants are not created.
  const wanted = rows.filter((one) =>
    one.type === 'MODEL' ? parentsOfTaken.has(one.sku) : taken.includes(one),
  );
  const [asked, setAsked] = useState<readonly PlannedVariant[]>([]);
  const key = JSON.stringify(wanted);
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
  // While the check runs, the previous result for the same SKUs stays.
  const clashes = new Map(
    (check.data?.results ?? []).flatMap(({ problem }, at) => {
      const one = asked[at];
      const now =
        one === undefined ? undefined : wanted.find((row) => keyOfPlanned(row) === keyOfPlanned(one));
      return problem === null || one === undefined || now?.sku !== one.sku
        ? []
        : [[keyOfPlanned(one), reasonOf(problem)] as const];
    }),
  );
  const accepted = taken.filter((one) => !clashes.has(keyOfPlanned(one)));
  const parents = new Set(accepted.map(({ parent }) => parent));
  const items = wanted.filter(
    (one) => accepted.includes(one) || (one.type === 'MODEL' && parents.has(one.sku)),
  );
  const models = items.length - accepted.length;
  const isChecking = wanted.length > 0 && (check.isFetching || JSON.stringify(asked) !== key);
  const isReady = accepted.length > 0 && !isChecking && check.data !== undefined;
  // The dialog has looked for its first field before this was loaded; values that are chosen already are only
  // confirmed.
  const isFocused = useRef(false);
  useEffect(() => {
    if (isFocused.current || (isPreset && !isReady)) return;
    isFocused.current = true;
    form.current?.querySelector<HTMLElement>(isPreset ? '[type="submit"]' : 'input')?.focus();
  }, [isPreset, isReady]);
  const create = async () => {
    if (!isReady || isBusy) return;
    setIsBusy(true);
    setError(null);
    try {
      const { data, requestId } = await requestWithId(CREATE_VARIANTS, {
        items: items.map(inputOf),
        dryRun: false,
      });
      const { results } = settled(data.upsertProducts);
      const made = items.filter((_, at) => results[at]?.problem === null);
      const count = made.filter(({ type }) => type === 'VARIANT').length;
      onCreated({ variants: count, models: made.length - count }, requestId);
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
        <div className="sunken">
          <Text role="status">
            {rows.length === 0 ? (
              <span className="quiet">
                {combinations === 0
                  ? t('Choose values of each axis: you see the SKUs before they are created.')
                  : t('All these variants exist already. Choose other values.')}
              </span>
            ) : (
              <>
                <strong>
                  {t('{count, plural, one {# variant} other {# variants}}', { count: taken.length })}
                </strong>
                {clashes.size === 0
                  ? ''
                  : t('; {count, plural, one {# SKU clashes} other {# SKUs clash}}', { count: clashes.size })}
                {models === 0
                  ? ''
                  : t('; {count, plural, one {# model is} other {# models are}} created above them', {
                      count: models,
                    })}
                {present === 0
                  ? ''
                  : t('; {count, plural, one {# exists} other {# exist}} already', { count: present })}
              </>
            )}
          </Text>
          {check.isError ? <ErrorAlert error={check.error} /> : null}
          {rows.length === 0 ? null : (
            <ul className="plain-list planned-skus" aria-label={t('SKUs')}>
              {rows.map((row) => (
                <PlannedRow
                  key={keyOfPlanned(row)}
                  row={row}
                  isTaken={wanted.includes(row)}
                  onTake={(isOn) =>
                    setLeft((before) => {
                      const next = new Set(before);
                      if (isOn) next.delete(keyOfPlanned(row));
                      else next.add(keyOfPlanned(row));
                      return next;
                    })
                  }
                  clash={clashes.get(keyOfPlanned(row))}
                  onChange={(sku) =>
                    setEdited((before) => {
                      const next = new Map(before);
                      if (sku === null) next.delete(keyOfPlanned(row));
                      else next.set(keyOfPlanned(row), sku);
                      return next;
                    })
                  }
                />
              ))}
            </ul>
          )}
        </div>
        <FormButtons
          submit={
            accepted.length === 0
              ? t('Create variants')
              : t('Create {count, plural, one {# variant} other {# variants}}', { count: accepted.length })
          }
          isBusy={isBusy || isChecking}
          why={
            accepted.length > 0 || isChecking || rows.length === 0
              ? undefined
              : taken.length === 0
                ? t('Select at least one variant.')
                : t('No variant can be created. Change the SKUs that clash.')
          }
          isDisabled={accepted.length === 0 && !isChecking}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

/** Shows a product that will be created: its values, its SKU, which can be typed, and why it cannot be created. */
function PlannedRow(props: {
  readonly row: PlannedVariant;
  /** True if it will be created; for a model, with the variants below. */
  readonly isTaken: boolean;
  readonly onTake: (isTaken: boolean) => void;
  readonly clash: string | undefined;
  /** Called with null to use the SKU of the pattern. */
  readonly onChange: (sku: string | null) => void;
}) {
  const { row, isTaken, onTake, clash, onChange } = props;
  const id = useId();
  const isModel = row.type === 'MODEL';
  const name = row.labels.join(' · ');
  return (
    <li data-model={isModel || undefined}>
      {isModel ? (
        <label htmlFor={id}>{t('Model: {layout}', { layout: name })}</label>
      ) : (
        <Checkbox
          size="xs"
          label={name}
          checked={isTaken}
          onChange={({ currentTarget }) => onTake(currentTarget.checked)}
        />
      )}
      <input
        id={id}
        className="field-input"
        disabled={!isTaken}
        aria-label={t('SKU of {name}', { name })}
        aria-invalid={clash !== undefined || undefined}
        aria-describedby={clash === undefined ? undefined : `${id}-clash`}
        autoComplete="off"
        spellCheck={false}
        value={row.sku}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={({ currentTarget }) => {
          if (currentTarget.value.trim() === '') onChange(null);
        }}
      />
      {clash === undefined ? null : (
        <span className="field-fault clash" id={`${id}-clash`}>
          {clash}
        </span>
      )}
    </li>
  );
}

/** Returns the options with a text in their label: those that are it first, then those that begin with it. */
function nearest(options: ComboboxParsedItem[], search: string): ComboboxParsedItem[] {
  const typed = search.trim().toLowerCase();
  const rankOf = (option: ComboboxParsedItem) => {
    const label = 'label' in option ? option.label.toLowerCase() : '';
    if (label === typed) return 0;
    return label.startsWith(typed) ? 1 : label.includes(typed) ? 2 : 3;
  };
  return options.filter((one) => rankOf(one) < 3).toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Shows the values of an axis: options are chosen, others are typed. */
function AxisInput(props: {
  readonly axis: Axis;
  readonly locale: string;
  readonly isFirst: boolean;
  /** Values that are chosen at first. */
  readonly preset: readonly AxisValue[];
  readonly onChange: (values: readonly AxisValue[]) => void;
}) {
  const { axis, locale, isFirst, preset, onChange } = props;
  const [texts, setTexts] = useState<readonly string[]>(() =>
    preset.map(({ value, label }) => (axis.optionSet === null ? label : String(value))),
  );
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
        onChange={(picked) => {
          setTexts(picked);
          const labelOf = (code: string) => options.find((one) => one.code === code)?.label ?? code;
          onChange(picked.map((code) => axisValueOf(axis, code, labelOf(code))));
        }}
      />
    );
  return (
    <TagsInput
      {...common}
      splitChars={[';']}
      value={[...texts]}
      onChange={(typed) => {
        const read = typed
          .flatMap((text) => splitTyped(axis, text))
          .map((text) => ({ text, value: readAxisValue(axis, text) }));
        const wrong = read.map(({ value }) => value).find((value) => typeof value === 'string');
        setTexts([
          ...new Set(read.map(({ text, value }) => (typeof value === 'string' ? text : value.label))),
        ]);
        setFault(wrong ?? null);
        const values = read.flatMap(({ value }) => (typeof value === 'string' ? [] : [value]));
        onChange(wrong === undefined ? [...new Map(values.map((one) => [one.label, one])).values()] : []);
      }}
    />
  );
}
