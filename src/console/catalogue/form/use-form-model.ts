import { useMemo } from 'react';
import { type FormModel, toFormModel } from './form-model.ts';
import type { ChannelLocale } from './form-source.ts';

/** Returns contexts that are the same as long as their channels and locales are. */
export function useSameContexts(contexts: readonly ChannelLocale[]): readonly ChannelLocale[] {
  const key = contexts.map(({ channel, locale }) => `${channel.code} ${locale.code}`).join(', ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the contexts
  return useMemo(() => contexts, [key]);
}

/** Returns the fields of an object in contexts; prices have the currencies of the channels. */
export function useFormModel(
  object: Parameters<typeof toFormModel>[0],
  channels: readonly {
    readonly code: string;
    readonly currencies: readonly { readonly code: string }[];
  }[],
  contexts: readonly ChannelLocale[],
  outside?: Parameters<typeof toFormModel>[3],
): FormModel {
  return useMemo(() => {
    const currenciesOf = (codes: readonly string[]) =>
      channels.flatMap(({ code, currencies }) =>
        codes.includes(code) ? currencies.map((currency) => currency.code) : [],
      );
    return toFormModel(object, contexts, currenciesOf, outside);
  }, [object, channels, contexts, outside]);
}
