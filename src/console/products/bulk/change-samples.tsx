import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { formatTag, t } from '../../language/t.ts';
import type { GridAttribute, GridModel } from '../grid/columns/column-documents.ts';
import { writeCell } from '../values/cell-value.ts';
import { optionsQuery } from '../values/options-query.ts';
import { isChosen } from './operations.ts';
import type { SampledChange } from './preview-edit.ts';

const PROPERTIES: Readonly<Record<string, string>> = { categories: t('Categories'), tags: t('Tags') };

interface SamplesProps {
  readonly samples: readonly SampledChange[];
  readonly model: GridModel;
  readonly page: { readonly channel: string; readonly locale: string };
}

/** The first changes as old and new values, by what is changed. */
export function ChangeSamples({ samples, model, page }: SamplesProps) {
  return samples.map((change) => (
    <Samples
      key={[change.path, change.channel, change.locale].join(' ')}
      change={change}
      model={model}
      page={page}
    />
  ));
}

function Samples(props: Omit<SamplesProps, 'samples'> & { readonly change: SampledChange }) {
  const { change, model, page } = props;
  const { path, channel, locale, samples } = change;
  const code = path.replace(/^values\./, '');
  const attribute = path === code ? undefined : model.attributes.find((one) => one.code === code);
  const set = attribute?.optionSet?.code ?? '';
  const hasOptions = attribute !== undefined && isChosen(attribute) && set !== '';
  const options = useQuery({ ...optionsQuery(set, page.locale), enabled: hasOptions }).data ?? [];
  const labelOf = (value: unknown) => options.find((one) => one.code === value)?.label ?? String(value);
  const inWords = (value: unknown) => wordsOf(value, attribute, labelOf);
  const scope = [locale, model.channels.find((one) => one.code === channel)?.label ?? channel].filter(
    Boolean,
  );
  const title = [attribute?.label ?? PROPERTIES[code] ?? code, ...scope].join(' · ');
  return (
    <div className="change-samples">
      <div className="quiet">{title}</div>
      <dl>
        {samples.map((sample) => (
          <Fragment key={sample.sku}>
            <dt title={sample.sku}>{sample.label}</dt>
            <dd>
              {pairsOf(sample.old, sample.new).map(([old, now, currency]) => (
                <span key={currency}>
                  <del>{inWords(old) || t('empty')}</del> <span aria-hidden="true">→</span>{' '}
                  <ins>{inWords(now) || t('empty')}</ins>
                  {currency === '' ? '' : ` ${currency}`}
                </span>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}

interface Price {
  readonly amount: string;
  readonly currency: string;
}

const pricesOf = (value: unknown): readonly Price[] =>
  Array.isArray(value) ? value.filter((one) => typeof one?.currency === 'string') : [];

/** Old and new; of prices, those that differ, with their currency. */
function pairsOf(old: unknown, now: unknown): readonly (readonly [unknown, unknown, string])[] {
  const before = pricesOf(old);
  const after = pricesOf(now);
  const currencies = [...new Set([...before, ...after].map(({ currency }) => currency))];
  if (currencies.length === 0) return [[old, now, '']];
  return currencies.flatMap((currency) => {
    const of = (prices: readonly Price[]) => prices.filter((one) => one.currency === currency);
    const [one, other] = [of(before), of(after)];
    return one[0]?.amount === other[0]?.amount ? [] : [[one, other, currency] as const];
  });
}

/** The most characters of a text. */
const LONGEST = 80;

function wordsOf(
  value: unknown,
  attribute: GridAttribute | undefined,
  labelOf: (code: unknown) => string,
): string {
  if (value === null || value === undefined) return '';
  const [price] = pricesOf(value);
  const isPrice = attribute?.type === 'PRICE';
  const list = Array.isArray(value) ? value : [value];
  const display = list.map(labelOf).join(', ');
  if (attribute === undefined || (isPrice && price === undefined)) return isPrice ? '' : display;
  const currency = price?.currency ?? null;
  const text = writeCell(value, display, { attribute, channel: '', locale: '', currency }, formatTag);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
