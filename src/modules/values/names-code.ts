/** A file or an entity, and the attributes (stored codes) whose values can name it. */
export interface NamedCode {
  readonly code: string;
  readonly attributes: readonly string[];
}

/** Condition on whatever holds values: one of its own names a code, alone or in a list. */
export function namesCode({ code, attributes }: NamedCode): object {
  return {
    OR: attributes.flatMap((attribute) =>
      [code, [code]].map((value) => ({
        values: { path: [attribute], array_contains: [{ value }] },
      })),
    ),
  };
}
