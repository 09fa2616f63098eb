import { findCycle, foldKey, LOCALE_PATTERN } from '../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import type { Locale } from '../../platform/prisma/generated/client/client.ts';
import { defineResource } from '../../platform/resource/define-resource.ts';
import type { Usages } from '../../platform/resource/resource.ts';
import { equalTo } from '../../platform/resource/resource-list.ts';
import { createTableStore } from '../../platform/resource/table-store.ts';
import { findUsages } from '../../platform/resource/usages.ts';
import { resourceInUse } from '../../platform/resource/write-resources.ts';
import { localeLabel } from './locale-rules.ts';

/** A locale as it is written. */
export interface LocaleDocument {
  readonly code: string;
  readonly enabled: boolean;
  /** Code of the locale whose values stand in. */
  readonly fallback: string | null;
}

export const localeStore = createTableStore<LocaleDocument>({
  table: 'locale',
  fields: ['enabled', 'fallback'],
});

interface References {
  /** All locales of the organization by folded code: some hundred, so rules see the whole graph. */
  readonly stored: ReadonlyMap<string, LocaleDocument>;
  /** Users of locales that are to be disabled, by folded code. */
  readonly keepers: ReadonlyMap<string, Usages>;
}

/** Only enabled or only disabled ones. */
type Filter = { readonly enabled?: boolean | null | undefined };

export const localeResource = defineResource<Locale, LocaleDocument, References, Filter>({
  resource: 'locale',
  type: 'Locale',
  noun: 'locale',
  plural: 'locales',
  scopes: { read: 'settings:read', write: 'settings:write' },
  store: localeStore,
  list: {
    where: ({ enabled }, parameters) => equalTo('enabled', enabled, 'boolean', parameters),
    labelOf: localeLabel,
  },
  codeRule: { pattern: LOCALE_PATTERN, hint: localized('locale-invalid') },
  usedAs: ['locale', 'enabled_locale'],
  ownReference: 'fallback',
  blank: ({ code }) => ({ code: String(code), enabled: false, fallback: null }),
  async references(context, next, current) {
    const all = await localeStore.loadAll(context, context.session.organizationId);
    const disabled = next.filter(({ enabled }, index) => !enabled && current[index]?.enabled === true);
    return {
      stored: new Map(all.map(({ document }) => [foldKey(document.code), document])),
      keepers: await findUsages(context, ['enabled_locale'], disabled),
    };
  },
  check(next, current, { stored, keepers }, accepted) {
    const problems: FieldProblem[] = [];
    const find = (code: string) => accepted.get(foldKey(code)) ?? stored.get(foldKey(code));
    const fallback = next.fallback === null ? null : find(next.fallback);
    const document = { ...next, fallback: fallback?.code ?? null };
    if (next.fallback !== null && fallback === undefined) problems.push(noSuchLocale(next.fallback, stored));
    const circle = findCycle(
      next.code,
      (code) => (code === next.code ? document : find(code))?.fallback ?? null,
    );
    if (circle !== null) {
      const message = localized('fallback-cycle', { circle: circle.join(' → ') });
      problems.push(fieldProblem('cycle', ['fallback'], message, { value: next.fallback }));
    }
    const disabling = !next.enabled && current?.enabled === true;
    const rejection = disabling
      ? resourceInUse(localized('locale-not-disabled', { ref: next.code }), keepers.get(foldKey(next.code)))
      : null;
    return { document, problems, refusal: rejection };
  },
});

export const {
  create: createLocale,
  delete: deleteLocale,
  loader: localeLoader,
  update: updateLocale,
  upsert: upsertLocales,
} = localeResource;

function noSuchLocale(code: string, stored: ReadonlyMap<string, LocaleDocument>): FieldProblem {
  const suggestions = suggest(
    code,
    [...stored.values()].map((locale) => locale.code),
  );
  const message = withSuggestions(localized('not-found', { kind: 'locale', ref: code }), suggestions);
  return fieldProblem('reference-not-found', ['fallback'], message, { value: code, suggestions });
}
