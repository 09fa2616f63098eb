import { Stack, Text } from '@mantine/core';
import { MAX_BATCH_SIZE, rejectedNamesByReason } from '../../../catalogue/actions/change-products.ts';
import type { GridSchema } from '../../../catalogue/columns/column-documents.ts';
import type { BulkEditOptions } from '../../../catalogue/properties/bulk-documents.ts';
import { t } from '../../../i18n/translate.ts';
import { ChangeSamples } from './change-samples.tsx';
import type { PageContext } from './operations.ts';
import {
  type AttributeCount,
  type AttributeSetEffect,
  type EditPreview,
  SET_PREVIEW_LIMIT,
} from './preview-edit.ts';
import { unchangedReasonLabel } from './unchanged-reasons.ts';

/** Shows the result of a dry run in sentences. */
export function EditEffect(props: {
  readonly preview: EditPreview;
  readonly model: GridSchema;
  readonly choices: BulkEditOptions;
  readonly page: PageContext;
  readonly isStale: boolean;
  /** True if changes and rejections are listed below. */
  readonly isShort: boolean;
}) {
  const { changed, unchanged, unchangedBecause, failed, refusals, changes, overriding, set, below } =
    props.preview;
  const { model, choices, page } = props;
  const reasons = unchangedBecause.map(unchangedReasonLabel).join(' · ');
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
            ? t('Unchanged among the first {count}: {list}.', { count: MAX_BATCH_SIZE, list: reasons })
            : t('Unchanged: {list}.', { list: reasons })}
        </Text>
      )}
      {overriding === 0 ? null : (
        <Text c="var(--warn)">
          {t(
            '{count, plural, one {# product gets a value of its own} other {# products get a value of their own}} in place of an inherited one.',
            { count: overriding },
          )}
          {changed + unchanged + failed > MAX_BATCH_SIZE
            ? ` ${t('Counted in the first {count} products.', { count: MAX_BATCH_SIZE })}`
            : ''}
        </Text>
      )}
      {props.isShort ? null : <ChangeSamples changes={changes} model={model} choices={choices} page={page} />}
      {set === null ? null : <AttributeSetNotes effect={set} model={model} page={page} />}
      {failed === 0 ? null : (
        <>
          <Text c="var(--error)">
            {t('{count, plural, one {# product is refused:} other {# products are refused:}}', {
              count: failed,
            })}
          </Text>
          {props.isShort ? null : (
            <ul className="reasons">
              {rejectedNamesByReason(refusals)
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
function AttributeSetNotes(props: {
  readonly effect: AttributeSetEffect;
  readonly model: GridSchema;
  readonly page: PageContext;
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
  const scope = [channel?.label ?? page.channel, locale?.label ?? page.locale].join(' · ');
  return (
    <>
      {missing.length === 0 ? null : (
        <Text>
          {t('Missing in {place} after the change: {list}.', { place: scope, list: listed(missing) })}
        </Text>
      )}
      {outside.length === 0 ? null : (
        <Text>
          {t('Values of attributes outside the new set stay stored: {list}.', { list: listed(outside) })}
        </Text>
      )}
      {checked < SET_PREVIEW_LIMIT ? null : (
        <Text c="var(--ink-2)">{t('Counted in the first {count} products.', { count: checked })}</Text>
      )}
    </>
  );
}
