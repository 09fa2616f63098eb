/** Shows the color of an option. */
export const Swatch = ({ color }: { readonly color: string }) => (
  <svg className="swatch" viewBox="0 0 12 12" aria-hidden="true">
    <circle cx="6" cy="6" r="5.5" fill={color} />
  </svg>
);
