import { builder } from '../../../graphql/builder.ts';
import type { TypeExtensions } from '../../../graphql/extensions.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import type { CellWrite, ValueSource } from '../cells/cells.ts';

type Maybe<Value> = Value | null | undefined;

export interface ValueInputShape {
  readonly attribute: string;
  readonly channel?: Maybe<string>;
  readonly locale?: Maybe<string>;
  readonly value?: JsonValue | undefined;
  readonly source?: Maybe<ValueSource>;
  readonly inSet?: Maybe<boolean>;
  readonly partial?: Maybe<boolean>;
  readonly add?: Maybe<readonly string[]>;
  readonly remove?: Maybe<readonly string[]>;
}
const ValueSourceInput = builder.enumType('ValueSourceInput', {
  description: 'Source of a value that was read.',
  values: {
    OWN: { value: 'own', description: 'Own value: written.' },
    INHERITED: { value: 'inherited', description: 'From a parent model: skipped.' },
    FALLBACK: { value: 'fallback', description: 'From a fallback locale: skipped.' },
  } as const,
});

export const ValueInput = builder.inputRef<ValueInputShape>('ValueInput').implement({
  description: 'One value to write. Other values do not change.',
  extensions: {
    keyedList: {
      by: 'attribute',
      value: 'value',
      many: true,
      clears: 'clear',
      insteadOfValue: ['add', 'remove'],
    },
  } satisfies TypeExtensions,
  fields: (t) => ({
    attribute: t.string({ required: true, description: 'Attribute code.' }),
    channel: t.string({
      description: 'Channel code. Required for scopable attributes, not allowed otherwise.',
    }),
    locale: t.string({
      description: 'Locale code. Required for localizable attributes, not allowed otherwise.',
    }),
    value: t.field({
      type: 'JSON',
      description: 'The value in the form of its attribute type; null clears it.',
    }),
    source: t.field({
      type: ValueSourceInput,
      description: 'Values with the source INHERITED or FALLBACK are skipped.',
    }),
    inSet: t.boolean({ description: 'Returned by reads; ignored in writes.' }),
    partial: t.boolean({
      description:
        'Prices in currencies that `value` does not name stay, and an amount of null removes one; false replaces all prices. If true, a measurement without unit keeps its unit.',
    }),
    add: t.stringList({
      description:
        'Instead of `value`: adds these codes to the end of a list of options, entities or media. Codes that it has are ignored.',
    }),
    remove: t.stringList({
      description:
        'Instead of `value`: removes these codes from a list of options, entities or media. Codes that it lacks are ignored.',
    }),
  }),
});

/** Returns GraphQL's lists of cells as writes for the rules, with paths into the input. */
export function toCellWrites({
  values,
  clear,
}: {
  readonly values?: Maybe<readonly ValueInputShape[]>;
  readonly clear?: Maybe<readonly string[]>;
}): readonly CellWrite[] | undefined {
  if (!values && !clear) return undefined;
  const cleared = (clear ?? []).map(
    (attribute, index) => ({ attribute, clear: true, path: ['clear', String(index)] }) as const,
  );
  const cells = (values ?? []).map(({ attribute, channel, locale, value, source, ...how }, index) => {
    const [add, remove] = [how.add ?? undefined, how.remove ?? undefined];
    const key = add !== undefined ? 'add' : remove !== undefined ? 'remove' : 'value';
    return {
      attribute,
      channel: channel ?? null,
      locale: locale ?? null,
      value: value ?? null,
      ...(source ? { source } : {}),
      ...(typeof how.partial === 'boolean' ? { partial: how.partial } : {}),
      ...(add === undefined ? {} : { add }),
      ...(remove === undefined ? {} : { remove }),
      path: ['values', String(index), key],
    };
  });
  return [...cleared, ...cells];
}
