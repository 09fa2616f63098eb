import { useOptionSetChoices } from '../../catalogue/model/fields/object-choices.ts';

/** Names an option set. */
export function OptionSetLink({ code }: { readonly code: string }) {
  return useOptionSetChoices().find(({ value }) => value === code)?.label ?? code;
}
