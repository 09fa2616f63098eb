const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the rows whose name or code has all terms, without accents and case; those that are enabled come first. */
export function findByName<
  Row extends { readonly code: string; readonly label: string; readonly enabled: boolean },
>(rows: readonly Row[], searchText: string): readonly Row[] {
  const parts = plain(searchText)
    .split(/[\s_-]+/)
    .filter((part) => part !== '');
  return rows
    .filter(({ label, code }) => {
      const text = plain(`${label} ${code}`);
      return parts.every((part) => text.includes(part));
    })
    .toSorted((one, other) => Number(other.enabled) - Number(one.enabled));
}
