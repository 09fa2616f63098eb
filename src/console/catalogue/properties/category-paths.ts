interface Category {
  readonly code: string;
  readonly label: string;
  readonly parent: { readonly code: string } | null;
}

/** Returns categories in the order of their tree, each with the labels above it: “Lighting / Floor lamps”. */
export function withCategoryPaths(
  categories: readonly Category[],
): readonly { readonly code: string; readonly label: string }[] {
  const below = Map.groupBy(categories, ({ parent }) => parent?.code ?? '');
  const from = (code: string, path: string): readonly { readonly code: string; readonly label: string }[] =>
    (below.get(code) ?? []).flatMap((category) => {
      const label = `${path}${category.label}`;
      return [{ code: category.code, label }, ...from(category.code, `${label} / `)];
    });
  return from('', '');
}
