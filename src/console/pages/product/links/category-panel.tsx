import { Box, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useViewScope } from '../../../api/view-scope.ts';
import { useCanEdit } from '../../../api/workspace.ts';
import { t } from '../../../i18n/translate.ts';
import { EmptyState, QueryResult } from '../../../ui/messages/states.tsx';
import { useInitialFocus } from '../panels/use-initial-focus.ts';
import { updateProduct, useUndoableSave } from '../panels/use-undoable-save.ts';
import { bestMatch, filterTree } from './category-tree.ts';
import { categoryChoicesQuery, productCategoriesQuery } from './links-documents.ts';

/** Shows the categories of a product as a tree of check boxes; each choice is saved at once. */
export function CategoryPanel({ sku }: { readonly sku: string }) {
  const locale = useViewScope().locale?.code ?? null;
  const [typed, setTyped] = useState('');
  const choices = useQuery(categoryChoicesQuery(locale));
  const product = useQuery(productCategoriesQuery(sku, locale)).data;
  const mayEdit = useCanEdit();
  const save = useUndoableSave();
  const [chosen, setChosen] = useState<{ readonly code: string; readonly checked: boolean } | null>(null);
  const find = useRef<HTMLInputElement>(null);
  useInitialFocus(find, choices.data !== undefined);
  const own = new Set(product?.own.map(({ code }) => code));
  const all = new Set(product?.all.map(({ code }) => code));
  const isInherited = (code: string) => all.has(code) && !own.has(code);
  const mayChange = mayEdit && product !== undefined && !save.isPending;
  const put = ({ code, label }: { readonly code: string; readonly label: string }, checked: boolean) => {
    setChosen({ code, checked });
    save.mutate({
      run: () => updateProduct(sku, { categories: checked ? { add: [code] } : { remove: [code] } }),
      done: checked
        ? t('Added to {category}.', { category: label })
        : t('Removed from {category}.', { category: label }),
    });
  };
  return (
    <QueryResult query={choices} what={t('categories')}>
      {(items) =>
        items.length === 0 ? (
          <EmptyState title={t('No categories yet')} area="categories" />
        ) : (
          <>
            <TextInput
              ref={find}
              aria-label={t('Find a category')}
              placeholder={t('Find a category')}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              onKeyDown={({ key }) => {
                const matchingItem = bestMatch(items, typed);
                if (
                  key !== 'Enter' ||
                  matchingItem === undefined ||
                  !mayChange ||
                  isInherited(matchingItem.code)
                )
                  return;
                put(matchingItem, !own.has(matchingItem.code));
                setTyped('');
              }}
            />
            <Box
              component="ul"
              className="plain-list"
              mah="60vh"
              mt={8}
              style={{ overflowY: 'auto' }}
              aria-label={t('Categories')}
            >
              {filterTree(items, typed).map((one) => {
                const { code, label, level } = one;
                return (
                  <li key={code} style={{ paddingInlineStart: (level ?? 0) * 16 }}>
                    <label className="row" style={{ minBlockSize: 28 }}>
                      <input
                        type="checkbox"
                        checked={save.isPending && chosen?.code === code ? chosen.checked : all.has(code)}
                        disabled={!mayChange || isInherited(code)}
                        onChange={({ currentTarget: { checked } }) => put(one, checked)}
                      />
                      {label}
                      {isInherited(code) ? <span className="quiet">↑ {t('Inherited')}</span> : null}
                    </label>
                  </li>
                );
              })}
            </Box>
          </>
        )
      }
    </QueryResult>
  );
}
