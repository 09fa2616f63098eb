import type { GraphQLSchema } from 'graphql';
import { builder } from '../../graphql/builder.ts';
import { chargeFields } from '../../graphql/charge-fields.ts';
import '../../graphql/problems.ts';
import '../../graphql/scalars.ts';
import '../../modules/access-token/access-token.graphql.ts';
import '../../modules/association-type/association-type.graphql.ts';
import '../../modules/attribute/attribute.graphql.ts';
import '../../modules/audit/audit.graphql.ts';
import '../../modules/attribute-group/attribute-group.graphql.ts';
import '../../modules/attribute-set/attribute-set.graphql.ts';
import '../../modules/catalogue/apply-model.graphql.ts';
import '../../modules/catalogue/describe-attribute-set.graphql.ts';
import '../../modules/catalogue/describe-catalog.graphql.ts';
import '../../modules/catalogue/find-codes.graphql.ts';
import '../../modules/catalogue/labels/model-labels.graphql.ts';
import '../../modules/category/category.graphql.ts';
import '../../modules/channel/channel.graphql.ts';
import '../../modules/comment/comment.graphql.ts';
import '../../modules/currency/currency.graphql.ts';
import '../../modules/entity/graphql/deleted-entities.graphql.ts';
import '../../modules/entity/graphql/entity.graphql.ts';
import '../../modules/entity/graphql/entity-link.graphql.ts';
import '../../modules/entity/graphql/entity-mutations.graphql.ts';
import '../../modules/entity/graphql/entity-value.graphql.ts';
import '../../modules/entity-type/entity-type.graphql.ts';
import '../../modules/erasure/erasure.graphql.ts';
import '../../modules/event/event.graphql.ts';
import '../../modules/event/job-changes.graphql.ts';
import '../../modules/akeneo/folder-import.graphql.ts';
import '../../modules/akeneo/report/folder-report.graphql.ts';
import '../../modules/export/export.graphql.ts';
import '../../modules/import/correct-rows.graphql.ts';
import '../../modules/import/failed-rows.graphql.ts';
import '../../modules/import/import.graphql.ts';
import '../../modules/job/errors/job-error.graphql.ts';
import '../../modules/job-file/job-file.graphql.ts';
import '../../modules/bulk-edit/bulk-edit.graphql.ts';
import '../../modules/bulk-edit/job-edit.graphql.ts';
import '../../modules/bulk-edit/bulk-edit-preview.graphql.ts';
import '../../modules/profile/profile.graphql.ts';
import '../../modules/configuration/configuration-changes.graphql.ts';
import '../../modules/revert/revert.graphql.ts';
import '../../modules/schedule/run-profile.graphql.ts';
import '../../modules/schedule/schedule.graphql.ts';
import '../../modules/job/job.graphql.ts';
import '../../modules/locale/locale.graphql.ts';
import '../../modules/measurement/measurement-family.graphql.ts';
import '../../modules/media/media.graphql.ts';
import '../../modules/media-link/link-media.graphql.ts';
import '../../modules/merge/entity/merge-entities.graphql.ts';
import '../../modules/merge/option/merge-options.graphql.ts';
import '../../modules/value-rewrite/clear-attribute.graphql.ts';
import '../../modules/option-set/option.graphql.ts';
import '../../modules/option-set/option-set.graphql.ts';
import '../../modules/organization/organization.graphql.ts';
import '../../modules/product/graphql/add-media.graphql.ts';
import '../../modules/product/graphql/deleted-products.graphql.ts';
import '../../modules/search/attribute-sorting.graphql.ts';
import '../../modules/search/filter-field.graphql.ts';
import '../../modules/product/graphql/product.graphql.ts';
import '../../modules/product/graphql/product-media.graphql.ts';
import '../../modules/product/graphql/product-mutations.graphql.ts';
import '../../modules/product/graphql/product-statuses.graphql.ts';
import '../../modules/product/graphql/restore-products.graphql.ts';
import '../../modules/product/graphql/product-validation.graphql.ts';
import '../../modules/product/graphql/product-schema.graphql.ts';
import '../../modules/category-slug/category-slug.graphql.ts';
import '../../modules/product/graphql/attribute-fill.graphql.ts';
import '../../modules/product/graphql/completeness-summary.graphql.ts';
import '../../modules/product/graphql/product-slugs.graphql.ts';
import '../../modules/product/graphql/visibility.graphql.ts';
import '../../modules/queue-stats/queue-stats.graphql.ts';
import '../../modules/snapshot/event-state.graphql.ts';
import '../../modules/storefront/preview-link.graphql.ts';
import '../../modules/shop-api/storefront-schema.graphql.ts';
import '../../modules/saved-view/saved-view.graphql.ts';
import '../../modules/storefront/storefront.graphql.ts';
import '../../modules/storefront-key/storefront-key.graphql.ts';
import '../../modules/proposal/proposal.graphql.ts';
import '../../modules/template/template.graphql.ts';
import '../../modules/webhook/delivery/delivery.graphql.ts';
import '../../modules/webhook/webhook.graphql.ts';
import '../../modules/webhook/webhook-mutations.graphql.ts';
import '../../modules/webhook/webhook-test.graphql.ts';
import { nullableAs, nullableWhenForbidden } from './nullable-when-forbidden.ts';
import { DIRECTIVES } from './print-sdl.ts';

/** Builds the catalogue graph: what the modules have declared. Built when it is first requested. */
export function guardedSchema(): GraphQLSchema {
  guarded ??= chargeFields(nullableWhenForbidden(builder.toSchema({ directives: DIRECTIVES })));
  return guarded;
}
let guarded: GraphQLSchema | null = null;

/**
 * Returns the same graph without its guards: for documents whose caller is known to hold every scope that any field of
 * them needs, so that it is not asked again for every field of every row. Built when it is first requested, in a turn
 * of the event loop: so it takes over which fields are null where rejected.
 */
export function unguardedSchema(): GraphQLSchema {
  unguarded ??= chargeFields(
    nullableAs(guardedSchema(), builder.toSchema({ directives: DIRECTIVES, disableScopeAuth: true })),
  );
  return unguarded;
}
let unguarded: GraphQLSchema | null = null;
