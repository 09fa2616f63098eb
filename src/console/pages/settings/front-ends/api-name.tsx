/** A name in the schema of front ends; it is changed through the page of the model. */
export function ApiName({ name }: { readonly name: string | null }) {
  return <span className="api-name">{name}</span>;
}
