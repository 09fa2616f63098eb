/** Shows a name in the schema of storefronts; it is changed through the page of the model. */
export function ApiName({ name }: { readonly name: string | null }) {
  return <span className="api-name">{name}</span>;
}
