import { Box, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useViewScope } from '../../../api/view-scope.ts';
import { useMayEdit } from '../../../api/workspace.ts';
import { t } from '../../../language/t.ts';
import { EmptyState, QueryResult } from '../../../ui/messages/states.tsx';
import { updateProduct, useSaveAtOnce } from '../panels/save-at-once.ts';
import { useFirstFocus } from '../panels/use-first-focus.ts';
import { bestInTree, findInTree } from './category-tree.ts';
import { categoryChoicesQuery, productCategoriesQuery } from './links-documents.ts';

/** Shows the categories of a product as a tree of check boxes; each choice is saved at once. */
export function CategoryPanel({ sku }: { readonly sku: string }) {
  const locale = useViewScope().locale?.code ?? null;
  const [typed, setTyped] = useState('');
  const choices = useQuery(categoryChoicesQuery(locale));
  const product = useQuery(productCategoriesQuery(sku, locale)).data;
  const mayEdit = useMayEdit();
  const save = useSaveAtOnce();
  const [chosen, setChosen] = useState<{ readonly code: string; readonly checked: boolean } | null>(null);
  const find = useRef<HTMLInputElement>(null);
  useFirstFocus(find, choices.data !== undefined);
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
          <EmptyState title={t('No categories yet')} />
        ) : (
          <>
            <TextInput
              ref={find}
              aria-label={t('Find a category')}
              placeholder={t('Find a category')}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              onKeyDown={({ key }) => {
                const found = bestInTree(items, typed);
                if (key !== 'Enter' || found === undefined || !mayChange || isInherited(found.code)) return;
                put(found, !own.has(found.code));
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
              {findInTree(items, typed).map((one) => {
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
