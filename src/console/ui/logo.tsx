/** Shows the mark: a C of five stacked lines. */
export function Logo({ size = 20 }: { readonly size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 20 20" aria-hidden>
      <path d="M6 3h8M3 6.5h4.5M12.5 6.5H17M2 10h4M3 13.5h4.5M12.5 13.5H17M6 17h8" />
    </svg>
  );
}
