/** Shows the color or the picture of an option; nothing without either. */
export function Swatch(props: { readonly color?: string | null; readonly image?: string | null }) {
  const { color = null, image = null } = props;
  if (image !== null)
    return (
      <img
        className="swatch"
        src={image}
        alt=""
        style={{ inlineSize: 16, blockSize: 16, borderRadius: 3, objectFit: 'cover' }}
      />
    );
  return color === null ? null : (
    <svg className="swatch" viewBox="0 0 12 12" aria-hidden="true">
      <circle cx="6" cy="6" r="5.5" fill={color} />
    </svg>
  );
}
