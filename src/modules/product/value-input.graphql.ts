import { builder } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import type { JsonValue } from '../../kernel/json.ts';
import type { CellWrite, ValueSource } from './values/cells.ts';

type Maybe<Value> = Value | null | undefined;

export interface ValueInputShape {
  readonly attribute: string;
  readonly channel?: Maybe<string>;
  readonly locale?: Maybe<string>;
  readonly value?: JsonValue | undefined;
  readonly source?: Maybe<ValueSource>;
  readonly inSet?: Maybe<boolean>;
}
const ValueSourceInput = builder.enumType('ValueSourceInput', {
  description: 'Where a value that is sent back came from.',
  values: {
    OWN: { value: 'own', description: 'The product or entity itself: written.' },
    INHERITED: { value: 'inherited', description: 'A model above: skipped.' },
    FALLBACK: { value: 'fallback', description: 'Another locale: skipped.' },
  } as const,
});

export const ValueInput = builder.inputRef<ValueInputShape>('ValueInput').implement({
  description: 'One cell to write. Cells that are not named stay.',
  extensions: {
    keyedList: { by: 'attribute', value: 'value', many: true, clears: 'clear' },
  } satisfies TypeExtensions,
  fields: (t) => ({
    attribute: t.string({ required: true, description: 'Attribute code.' }),
    channel: t.string({ description: 'Channel code; exactly for scopable attributes.' }),
    locale: t.string({ description: 'Locale code; exactly for localizable attributes.' }),
    value: t.field({ type: 'JSON', description: 'The value in the form of its type; null clears the cell.' }),
    source: t.field({
      type: ValueSourceInput,
      description: 'A cell sent back as INHERITED or FALLBACK is skipped.',
    }),
    inSet: t.boolean({ description: 'A mark of reading; taken back and ignored.' }),
  }),
});

/** GraphQL's lists of cells as the writes that the rules know, with paths into the input. */
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
  const cells = (values ?? []).map(({ attribute, channel, locale, value, source }, index) => ({
    attribute,
    channel: channel ?? null,
    locale: locale ?? null,
    value: value ?? null,
    ...(source ? { source } : {}),
    path: ['values', String(index), 'value'],
  }));
  return [...cleared, ...cells];
}
