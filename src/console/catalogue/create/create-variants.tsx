import { Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { unwrapPayload } from '../../api/problem.ts';
import { requestWithId } from '../../api/request.ts';
import { t } from '../../i18n/translate.ts';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { EmptyState, ErrorAlert, QueryResult } from '../../ui/messages/states.tsx';
import { AxisInput } from './axis-input.tsx';
import { PlannedVariants } from './planned-variants.tsx';
import { inputOf, useVariantCheck } from './use-variant-check.ts';
import { type PresetValues, useVariantPlan } from './use-variant-plan.ts';
import { type Axis, CREATE_VARIANTS, type Family, familyQuery } from './variant-documents.ts';

/** Number of variants that were created, and of models between them and their model. */
interface CreatedCounts {
  readonly variants: number;
  readonly models: number;
}

interface VariantProps {
  /** The id of the model. */
  readonly id: string;
  readonly page: { readonly channel: string; readonly locale: string };
  /** Values that are chosen at first. */
  readonly preset?: PresetValues;
  /** Called with the created products and the id of the request that created them. */
  readonly onCreated: (counts: CreatedCounts, requestId: string | null) => void;
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
          <VariantForm {...props} family={family} levels={levelsBelow(family)} />
        )
      }
    </QueryResult>
  );
}

/** Returns the axes of the levels below a model. */
const levelsBelow = ({ variantLayout, parent }: Family): readonly (readonly Axis[])[] =>
  (variantLayout?.levels ?? []).slice(parent === null ? 0 : 1).map(({ axes }) => axes);

function VariantForm(
  props: VariantProps & { readonly family: Family; readonly levels: readonly (readonly Axis[])[] },
) {
  const { family, levels, page, preset, onCreated, onCancel } = props;
  const isPreset = preset !== undefined && preset.size > 0;
  const plan = useVariantPlan(family, levels, preset);
  const check = useVariantCheck(plan);
  const { accepted, items, isChecking, isReady } = check;
  const form = useFirstFocus(isPreset, isReady);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const create = async () => {
    setIsBusy(true);
    setError(null);
    try {
      const { data, requestId } = await requestWithId(CREATE_VARIANTS, {
        items: items.map(inputOf),
        dryRun: false,
      });
      const { results } = unwrapPayload(data.upsertProducts);
      const created = items.filter((_, index) => results[index]?.problem === null);
      const variants = created.filter(({ type }) => type === 'VARIANT').length;
      onCreated({ variants, models: created.length - variants }, requestId);
    } catch (failure) {
      setError(failure);
    } finally {
      setIsBusy(false);
    }
  };
  // Who submits before the SKUs are checked does not have to do it again.
  useEffect(() => {
    if (!isSubmitted || isChecking) return;
    setIsSubmitted(false);
    if (isReady && !isBusy) void create();
  });
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        setIsSubmitted(true);
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
            preset={plan.valuesOf(axis)}
            onChange={(values) => plan.setValues(axis, values)}
          />
        ))}
        <TextInput
          label={t('SKU pattern')}
          value={plan.pattern}
          onChange={({ currentTarget }) => plan.setPattern(currentTarget.value)}
        />
        <PlannedVariants plan={plan} check={check} />
        <FormButtons
          submit={
            accepted.length === 0
              ? t('Create variants')
              : t('Create {count, plural, one {# variant} other {# variants}}', { count: accepted.length })
          }
          isBusy={isBusy || isSubmitted}
          why={
            accepted.length > 0 || isChecking || plan.rows.length === 0
              ? undefined
              : plan.selected.length === 0
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

/**
 * Returns the element of a form whose first field gets the focus, or whose button once the form is ready, where values
 * are chosen already and only confirmed.
 */
function useFirstFocus(isPreset: boolean, isReady: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  // The dialog has looked for its first field before this was loaded.
  const isFocused = useRef(false);
  useEffect(() => {
    if (isFocused.current || (isPreset && !isReady)) return;
    isFocused.current = true;
    form.current?.querySelector<HTMLElement>(isPreset ? '[type="submit"]' : 'input')?.focus();
  }, [isPreset, isReady]);
  return form;
}
