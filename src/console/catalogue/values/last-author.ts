interface ValueKeyParts {
  readonly attribute: string;
  readonly channel: string | null;
  readonly locale: string | null;
}

/** Returns the name of who changed a value last. */
export type LastAuthor = (value: ValueKeyParts) => string;

/** The last change of an object, and its last revisions, newest first. */
interface LastChanges {
  readonly updatedBy: { readonly name: string };
  readonly revisions: {
    readonly nodes: readonly {
      readonly actor: { readonly name: string };
      readonly changes: readonly {
        readonly path: string;
        readonly channel: string | null;
        readonly locale: string | null;
      }[];
    }[];
  };
}

/**
 * Finds who changed values of an object last, from its last revisions: whoever changed the object last may have changed
 * other values of it. For a value that none of these changed, it returns whoever changed the object last.
 */
export function findLastAuthor(object: LastChanges | null): LastAuthor {
  const revisions = object?.revisions.nodes ?? [];
  return ({ attribute, channel, locale }) =>
    revisions.find(({ changes }) =>
      changes.some(
        (one) => one.path === `values.${attribute}` && one.channel === channel && one.locale === locale,
      ),
    )?.actor.name ??
    object?.updatedBy.name ??
    '';
}
