import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';

const LAST_CHANGES = graphql(`
  query LastChanges($id: ID!) {
    product(ref: $id) {
      updatedBy { name }
      revisions(first: 20) { nodes { actor { name } changes { path channel locale } } }
    }
  }
`);

interface ValueKeyParts {
  readonly attribute: string;
  readonly channel: string | null;
  readonly locale: string | null;
}

/**
 * Finds who changed values of a product last, from its last 20 revisions: whoever changed the product last may have
 * changed other values of it. For a value that none of these changed, it returns whoever changed the product last.
 */
export async function loadLastAuthors(id: string): Promise<(place: ValueKeyParts) => string> {
  const { product } = await request(LAST_CHANGES, { id });
  const revisions = product?.revisions.nodes ?? [];
  return ({ attribute, channel, locale }) =>
    revisions.find(({ changes }) =>
      changes.some(
        (one) => one.path === `values.${attribute}` && one.channel === channel && one.locale === locale,
      ),
    )?.actor.name ??
    product?.updatedBy.name ??
    '';
}
