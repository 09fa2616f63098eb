import type { ObjectRef } from '@pothos/core';
import { builder, type PothosTypes } from '../../graphql/builder.ts';
import type { RequestContext } from '../../graphql/context.ts';
import type { JsonValue } from '../../kernel/json.ts';
import type { JsonText } from '../../kernel/json-text.ts';
import { Fault } from '../../kernel/refusal.ts';
import { AttributeValueRef } from './attribute-value.graphql.ts';
import { labelledData } from './labelled-data.ts';
import { cellsData, flatData, inDisplayOrder, type ValuesView, valueIn, valuesIn } from './values-view.ts';

/** Channel and locale in which something is shown. */
export const contextArguments = builder.args((t) => ({
  channel: t.string({ description: "Channel code; the organization's default when left out." }),
  locale: t.string({ description: "Locale code; the organization's default when left out." }),
}));

/** Whether other locales stand in; the same default wherever something is shown in a locale. */
export const fallbackArgument = builder.args((t) => ({
  fallback: t.boolean({
    required: true,
    defaultValue: true,
    description: 'Whether other locales stand in where this one has no value.',
  }),
}));

const DataForm = builder.enumType('DataForm', {
  description: 'Forms of values as JSON.',
  values: {
    FLAT: { value: 'flat', description: 'One value per attribute, for one channel and locale.' },
    CELLS: { value: 'cells', description: 'Every cell with its channel and locale, as it is written.' },
    OWN: { value: 'own', description: 'As CELLS, without inherited ones.' },
  } as const,
});

/** The one locale of a flat answer. @throws Fault when several are asked for */
function onlyLocale(locales: readonly string[] | null): string | null {
  const [only = null, ...others] = locales ?? [];
  if (others.length === 0) return only;
  throw new Fault('invalid-parameter', 'Flat values are in exactly one locale; name one, or ask for cells.', {
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
  storedCells: (row: Row, context: RequestContext) => Promise<JsonText | null> = async () => null,
): void {
  builder.objectFields(ref, (t) => ({
    value: t.field({
      type: AttributeValueRef,
      nullable: true,
      description: 'The value of one attribute; null when it has none there.',
      args: {
        attribute: t.arg.string({ required: true, description: 'Attribute code.' }),
        ...contextArguments,
        ...fallbackArgument,
      },
      resolve: async (row, args, context) => valueIn(await viewOf(row as Row, context), args),
    }),
    values: t.field({
      type: [AttributeValueRef],
      description:
        'Its effective values: by the groups of its set and the order of the attributes in it, then by channel and locale. Values of attributes outside the set come last.',
      args: {
        attributes: t.arg.stringList({ description: 'Only these attributes.' }),
        channels: t.arg.stringList({ description: 'Only these channels; values without a channel stay in.' }),
        locales: t.arg.stringList({ description: 'Only these locales; values without a locale stay in.' }),
        own: t.arg.boolean({
          required: true,
          defaultValue: false,
          description: 'True leaves inherited values out.',
        }),
        fallback: t.arg.boolean({
          required: true,
          defaultValue: true,
          description: 'Whether other locales stand in for those of `locales` that have no value.',
        }),
      },
      resolve: async (row, args, context) => {
        const view = await viewOf(row as Row, context);
        return inDisplayOrder(view, valuesIn(view, args));
      },
    }),
    data: t.field({
      type: 'JSON',
      extensions: { jsonSchema: { type: 'object', additionalProperties: true } },
      description:
        'Its values as one JSON object. FLAT: `{ code: value }` for one channel and locale, ready for a storefront. CELLS and OWN: as they are written.',
      args: {
        form: t.arg({ type: DataForm, required: true, defaultValue: 'flat', description: 'Which form.' }),
        attributes: t.arg.stringList({ description: 'Only these attributes.' }),
        ...contextArguments,
        locales: t.arg.stringList({
          description: 'Locale codes: CELLS and OWN leave cells of others out; FLAT takes exactly one.',
        }),
        fallback: t.arg.boolean({
          required: true,
          defaultValue: true,
          description:
            'Whether other locales stand in: in FLAT where this one has no value, in CELLS and OWN for those of `locales` that have none. A cell that stands in has the source `fallback`, and is skipped when it is written back.',
        }),
        labels: t.arg.boolean({
          required: true,
          defaultValue: false,
          description:
            'FLAT: options and entities as `{ code, label }`, files as `{ code, label, url }`, instead of their codes alone.',
        }),
      },
      resolve: async (row, { form, labels, ...request }, context) => {
        const { channel, locale } = request;
        const isWhole = !request.attributes && !request.locales && !channel && !locale;
        const stored = form !== 'flat' && isWhole ? await storedCells(row as Row, context) : null;
        if (stored !== null) return stored as unknown as JsonValue;
        const view = await viewOf(row as Row, context);
        const locales = request.locales ?? (locale ? [locale] : null);
        if (form === 'flat') {
          const flat = { ...request, locale: onlyLocale(locales) };
          return labels ? labelledData(view, flat, context) : flatData(view, flat);
        }
        const channels = channel ? [channel] : null;
        return cellsData(view, { ...request, channels, locales, own: form === 'own' });
      },
    }),
  }));
}
