import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { refreshEntities } from '../../catalogue/actions/restore-entity.ts';
import { findLastAuthor } from '../../catalogue/values/last-author.ts';
import type { ValueSource } from '../../catalogue/values/value-source.ts';
import { t } from '../../i18n/translate.ts';
import { TextLink } from '../../ui/text-link.tsx';

const LAST_CHANGES = graphql(`
  query LastEntityChanges($type: String!, $id: String!) {
    entity(entityType: $type, code: $id) {
      updatedBy { name }
      revisions(first: 20) { nodes { actor { name } changes { path channel locale } } }
    }
  }
`);

/** Returns the entities of a type, as the grid and the form edit their values. */
export const entitySource = (type: string): ValueSource => ({
  texts: {
    title: t('Entity'),
    deleted: t('The entity was deleted. What you typed is kept in this browser.'),
    busy: t('Others save this entity at the same time. Type again to save it.'),
    orphaned: t('These fields are no longer part of the entity. Copy what you need, then discard it.'),
  },
  loadLastAuthors: async (id) => findLastAuthor((await request(LAST_CHANGES, { type, id })).entity),
  ObjectLink: ({ code, field, children }) => (
    <TextLink to="/entities/$type/$code" params={{ type, code }} search={{ field }}>
      {children}
    </TextLink>
  ),
  refresh: refreshEntities,
});
