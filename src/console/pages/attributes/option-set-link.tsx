import { useOptionSetChoices } from '../../catalogue/model/fields/object-choices.ts';
import { TextLink } from '../../ui/text-link.tsx';

/** Links an option set by its label. */
export function OptionSetLink({ code }: { readonly code: string }) {
  const label = useOptionSetChoices().find(({ value }) => value === code)?.label ?? code;
  return (
    <TextLink to="/model/options/{-$code}" params={{ code }}>
      {label}
    </TextLink>
  );
}
