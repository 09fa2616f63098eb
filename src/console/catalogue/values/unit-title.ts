/** Returns a unit as lists show it: its symbol, and its label where that says more. */
export const unitTitle = ({ symbol, label }: { readonly symbol: string; readonly label: string }): string =>
  symbol === label ? symbol : `${symbol} · ${label}`;
