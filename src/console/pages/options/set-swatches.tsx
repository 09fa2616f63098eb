import { Swatch } from '../../ui/swatch.tsx';

interface SwatchOption {
  readonly code: string;
  readonly swatch: { readonly color: string | null } | null;
}

/** Shows the colors of the first options of a set; nothing if they have none. */
export const SetSwatches = ({ options }: { readonly options: readonly SwatchOption[] }) => (
  <span className="set-swatches" aria-hidden="true">
    {options.map(({ code, swatch }) =>
      swatch?.color == null ? null : <Swatch key={code} color={swatch.color} />,
    )}
  </span>
);
