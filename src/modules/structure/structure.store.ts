import { foldKey } from '../../kernel/codes.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { assignApiNames } from '../api-name/index.ts';
import { associationTypeStore } from '../association-type/index.ts';
import { type AttributeDefinition, attributeStore, toAttributeDefinition } from '../attribute/index.ts';
import { type AttributeGroupDocument, attributeGroupStore } from '../attribute-group/index.ts';
import { type AttributeSetDocument, attributeSetStore } from '../attribute-set/index.ts';
import { channelStore } from '../channel/index.ts';
import { currencyStore } from '../currency/index.ts';
import { type EntityTypeDocument, entityTypeStore } from '../entity-type/index.ts';
import { localeStore } from '../locale/index.ts';
import { measurementFamilyStore } from '../measurement/index.ts';
import { displayOrder } from './display-order.ts';
import type { CatalogueStructure, EntityTypeStructure, SetStructure } from './structure.ts';

const READ = defineStatement({
  name: 'structure.read',
  kind: 'read',
  prepared: true,
  row: { revision: 'int' },
  sql: 'SELECT tenancy.read_structure($1::uuid) AS revision',
});

/** Returns the number of the organization's present configuration, kept from changing until the transaction ends. */
export async function lockStructureRevision(
  transaction: Transaction,
  organizationId: string,
): Promise<number> {
  const [row] = await transaction.execute(READ, [organizationId]);
  return row?.revision ?? 0;
}

const DEFAULTS = defineStatement({
  name: 'structure.defaults',
  kind: 'read',
  row: { channel: 'text | null', locale: 'text | null' },
  sql: 'SELECT default_channel AS channel, default_locale AS locale FROM public.organization WHERE id = $1::uuid',
});

/** Reads the whole configuration; some hundred rows, so callers keep it by its revision. */
export async function loadStructure(
  transaction: Transaction,
  organizationId: string,
): Promise<Omit<CatalogueStructure, 'revision'>> {
  const [declared, associationTypes] = assignApiNames(
    'field',
    (await attributeStore.loadAll(transaction, organizationId)).map(toAttributeDefinition),
    (await associationTypeStore.loadAll(transaction, organizationId)).map(({ document }) => document),
  );
  const groups = byKey(
    (await attributeGroupStore.loadAll(transaction, organizationId)).map(({ document }) => document),
  );
  const [sets, entityTypes] = assignApiNames(
    'type',
    (await attributeSetStore.loadAll(transaction, organizationId)).map(({ document }) => document),
    (await entityTypeStore.loadAll(transaction, organizationId)).map(({ document }) => document),
  );
  const labels = new Set(
    [...sets, ...entityTypes].flatMap(({ attributeAsLabel }) =>
      attributeAsLabel ? [foldKey(attributeAsLabel)] : [],
    ),
  );
  // People search for what an object is called and for its numbers, whatever else is searchable.
  const isSearched = ({ type, code }: AttributeDefinition) =>
    type === 'identifier' || labels.has(foldKey(code));
  const attributes = byKey(
    declared.map((attribute) => (isSearched(attribute) ? { ...attribute, searchable: true } : attribute)),
  );
  const revisions = await completenessRevisions(transaction, organizationId);
  const channels = await channelStore.loadAll(transaction, organizationId);
  const locales = (await localeStore.loadAll(transaction, organizationId)).map(({ document }) => document);
  const currencies = await currencyStore.loadAll(transaction, organizationId);
  const families = await measurementFamilyStore.loadAll(transaction, organizationId);
  const [defaults] = await transaction.execute(DEFAULTS, [organizationId]);
  const inOwnOrder = declared.toSorted(
    (a, b) => a.sortOrder - b.sortOrder || (a.code < b.code ? -1 : Number(a.code > b.code)),
  );
  return {
    attributes,
    displayOrder: displayOrder(inOwnOrder, groups),
    sets: new Map(
      sets.map((document) => [
        foldKey(document.code),
        toSetStructure(document, revisions.get(document.code) ?? 0, attributes, groups),
      ]),
    ),
    entityTypes: new Map(
      entityTypes.map((document) => [
        foldKey(document.code),
        toEntityTypeStructure(document, attributes, groups),
      ]),
    ),
    channels: byKey(
      channels.map(({ document }) => ({
        code: document.code,
        locales: new Set(document.locales),
        currencies: new Set(document.currencies),
        document,
      })),
    ),
    locales: new Map(locales.filter(({ enabled }) => enabled).map(({ code }) => [foldKey(code), code])),
    fallbacks: new Map(locales.map(({ code, fallback }) => [foldKey(code), fallback])),
    currencies: new Set(
      currencies.filter(({ document }) => document.enabled).map(({ document }) => document.code),
    ),
    allCurrencies: new Map(currencies.map(({ document: { code } }) => [foldKey(code), code])),
    families: byKey(families.map(({ document }) => document)),
    associationTypes: byKey(associationTypes),
    defaultChannel: defaults?.channel ?? null,
    defaultLocale: defaults?.locale ?? null,
  };
}

const byKey = <Item extends { readonly code: string }>(items: readonly Item[]): Map<string, Item> =>
  new Map(items.map((item) => [foldKey(item.code), item]));

const COMPLETENESS_REVISIONS = defineStatement({
  name: 'structure.completeness_revisions',
  kind: 'read',
  row: { code: 'text', revision: 'int' },
  sql: 'SELECT code, completeness_revision AS revision FROM public.attribute_set WHERE organization_id = $1::uuid',
});

async function completenessRevisions(
  transaction: Transaction,
  organizationId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.execute(COMPLETENESS_REVISIONS, [organizationId]);
  return new Map(rows.map(({ code, revision }) => [code, revision]));
}

function toSetStructure(
  document: AttributeSetDocument,
  completenessRevision: number,
  attributes: ReadonlyMap<string, AttributeDefinition>,
  groups: ReadonlyMap<string, AttributeGroupDocument>,
): SetStructure {
  const members = document.attributes.flatMap(({ code }) => attributes.get(foldKey(code)) ?? []);
  const groupedAttributes = document.attributes.map(({ code, group }) => ({
    code,
    group: group ?? attributes.get(foldKey(code))?.group ?? null,
  }));
  return {
    document,
    completenessRevision,
    members: new Set(members.map(({ code }) => code)),
    attributes: members,
    displayOrder: displayOrder(groupedAttributes, groups),
    layouts: byKey(document.variantLayouts),
    requirements: new Map(Object.entries(document.requiredAttributes)),
  };
}

function toEntityTypeStructure(
  document: EntityTypeDocument,
  attributes: ReadonlyMap<string, AttributeDefinition>,
  groups: ReadonlyMap<string, AttributeGroupDocument>,
): EntityTypeStructure {
  const members = document.attributes.flatMap((code) => attributes.get(foldKey(code)) ?? []);
  return {
    document,
    members: new Set(members.map(({ code }) => code)),
    attributes: members,
    displayOrder: displayOrder(members, groups),
  };
}
