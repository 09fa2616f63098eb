import type { ObjectRef } from '@pothos/core';
import { builder, type PothosTypes } from '../../../graphql/builder.ts';
import type { RequestContext } from '../../../graphql/context.ts';
import { RequestError } from '../../../kernel/errors.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { RawJson } from '../../../kernel/text/json-text.ts';
import { labelledData } from '../view/labelled-data.ts';
import {
  cellsData,
  flattenedData,
  inDisplayOrder,
  selectValue,
  selectValues,
  type ValuesView,
} from '../view/values-view.ts';
import { AttributeValueRef } from './attribute-value.graphql.ts';

/** Channel and locale in which something is shown. */
export const contextArguments = builder.args((t) => ({
  channel: t.string({ description: 'Channel code. Defaults to the default channel of the organization.' }),
  locale: t.string({ description: 'Locale code. Defaults to the default locale of the organization.' }),
}));

/** Argument that lets other locales substitute; it has the same default wherever a field has a locale. */
export const fallbackArgument = builder.args((t) => ({
  fallback: t.boolean({
    required: true,
    defaultValue: true,
    description: 'Whether to use fallback locales if there is no value in this locale.',
  }),
}));

const DataForm = builder.enumType('DataForm', {
  description: 'Forms of values as JSON.',
  values: {
    FLAT: { value: 'flat', description: 'One value per attribute, for one channel and locale.' },
    CELLS: {
      value: 'cells',
      description: 'Every value with its channel and locale, in the form in which it is written.',
    },
    OWN: { value: 'own', description: 'Like CELLS, without inherited values.' },
    AUTO: { value: 'auto', description: 'FLAT with a channel or locale, otherwise CELLS.' },
  } as const,
});

/** Returns the one locale of a flat answer. @throws RequestError when several are requested */
function onlyLocale(locales: readonly string[] | null): string | null {
  const [only = null, ...others] = locales ?? [];
  if (others.length === 0) return only;
  throw new RequestError('invalid-parameter', localized('flat-values-one-locale'), {
    parameter: 'locales',
  });
}

/**
 * Declares `value`, `values` and `data` of a type whose rows have values.
 *
 * @param storedCells the whole cells of a row as text, where they need not be made; null where they do
 */
export function declareValueFields<Row>(
  ref: ObjectRef<PothosTypes, Row>,
  viewOf: (row: Row, context: RequestContext) => Promise<ValuesView>,
  storedCells: (row: Row, context: RequestContext) => Promise<RawJson | null> = async () => null,
): void {
  builder.objectFields(ref, (t) => ({
    value: t.field({
      type: AttributeValueRef,
      nullable: true,
      description: 'Value of one attribute; null if there is none.',
      args: {
        attribute: t.arg.string({ required: true, description: 'Attribute code.' }),
        ...contextArguments,
        ...fallbackArgument,
      },
      resolve: async (row, args, context) => selectValue(await viewOf(row as Row, context), args),
    }),
    values: t.field({
      type: [AttributeValueRef],
      description:
        'Effective values, sorted by attribute group, by attribute order in the set, then by channel and locale. Values of attributes outside the set come last.',
      args: {
        attributes: t.arg.stringList({ description: 'Only these attributes.' }),
        channels: t.arg.stringList({
          description: 'Only these channels. Values without a channel are always included.',
        }),
        locales: t.arg.stringList({
          description: 'Only these locales. Values without a locale are always included.',
        }),
        own: t.arg.boolean({
          required: true,
          defaultValue: false,
          description: 'If true, excludes inherited values.',
        }),
        fallback: t.arg.boolean({
          required: true,
          defaultValue: true,
          description: 'Whether to use fallback locales for locales in `locales` that have no value.',
        }),
      },
      resolve: async (row, args, context) => {
        const view = await viewOf(row as Row, context);
        return inDisplayOrder(view, selectValues(view, args));
      },
    }),
    data: t.field({
      type: 'JSON',
      extensions: { jsonSchema: { type: 'object', additionalProperties: true } },
      description:
        'Values as one JSON object. FLAT: `{ code: value }` for one channel and locale, ready for a storefront. CELLS and OWN: in the form in which they are written.',
      args: {
        form: t.arg({
          type: DataForm,
          required: true,
          defaultValue: 'flat',
          description: 'Form of the values.',
        }),
        attributes: t.arg.stringList({ description: 'Only these attributes (codes).' }),
        ...contextArguments,
        locales: t.arg.stringList({
          description:
            'Locale codes. CELLS and OWN return only values in these locales and values without a locale. FLAT requires exactly one.',
        }),
        fallback: t.arg.boolean({
          required: true,
          defaultValue: true,
          description:
            'Whether to use fallback locales: in FLAT if this locale has no value, in CELLS and OWN for locales in `locales` that have none. A fallback value has the source `fallback` and is skipped when you write it back.',
        }),
        labels: t.arg.boolean({
          required: true,
          defaultValue: false,
          description:
            'FLAT: returns options and entities as `{ code, label }` and files as `{ code, label, url }` instead of codes.',
        }),
      },
      resolve: async (row, { form: requestedForm, labels, ...request }, context) => {
        const { channel, locale } = request;
        const isPlaced = Boolean(channel || locale || request.locales);
        const form = requestedForm === 'auto' ? (isPlaced ? 'flat' : 'cells') : requestedForm;
        const isWhole = !request.attributes && !isPlaced;
        const stored = form !== 'flat' && isWhole ? await storedCells(row as Row, context) : null;
        if (stored !== null) return stored as unknown as JsonValue;
        const view = await viewOf(row as Row, context);
        const locales = request.locales ?? (locale ? [locale] : null);
        if (form === 'flat') {
          const flat = { ...request, locale: onlyLocale(locales) };
          return labels ? labelledData(view, flat, context) : flattenedData(view, flat);
        }
        const channels = channel ? [channel] : null;
        return cellsData(view, { ...request, channels, locales, own: form === 'own' });
      },
    }),
  }));
}
