// Risk: links are lost, named twice or in another order, or one side of a two-way link takes away the other's.
import { expect, test } from 'vitest';
import type { LinkCell, LinkColumn } from '../../../../src/modules/akeneo/links/association-columns.ts';
import {
  countOwnLinks,
  indexBacklinks,
  NO_BACKLINKS,
  planLinks,
} from '../../../../src/modules/akeneo/links/plan-links.ts';

function cell(name: string, refs: string, twoWay = false): LinkCell {
  const [type = '', targets] = name.split('-') as [string, LinkColumn['targets']];
  return { column: { name, type, twoWay, targets }, refs: refs.split(',') };
}

test('makes one list per type, in the order of the cells, each product once', () => {
  const plan = planLinks(
    {
      sku: 'a',
      cells: [
        cell('PACK-products', 'b,c,B'),
        cell('UPSELL-products', 'c'),
        cell('PACK-product_models', 'd,C'),
      ],
    },
    NO_BACKLINKS,
  );
  expect(plan).toEqual([
    {
      type: 'PACK',
      links: [
        { ref: 'b', column: 'PACK-products' },
        { ref: 'c', column: 'PACK-products' },
        { ref: 'd', column: 'PACK-product_models' },
      ],
    },
    { type: 'UPSELL', links: [{ ref: 'c', column: 'UPSELL-products' }] },
  ]);
  expect(countOwnLinks(plan)).toBe(4);
});

test('joins what both sides of a two-way type name, and only of that type', () => {
  const a = { sku: 'a', cells: [cell('FITS-products', 'B,a', true), cell('PACK-products', 'b')] };
  const b = { sku: 'b', cells: [cell('FITS-products', 'c', true), cell('PACK-products', 'c')] };
  const c = { sku: 'c', cells: [cell('PACK-products', 'a')] };
  const backlinks = indexBacklinks([a, b, c]);
  const refs = (product: typeof a) =>
    planLinks(product, backlinks).map(({ type, links }) => [type, ...links.map(({ ref }) => ref)]);
  expect([refs(a), refs(b), refs(c)]).toEqual([
    [
      ['FITS', 'B', 'a'],
      ['PACK', 'b'],
    ],
    [
      ['FITS', 'c', 'a'],
      ['PACK', 'c'],
    ],
    [['PACK', 'a']],
  ]);
  expect(countOwnLinks(planLinks(b, backlinks))).toBe(2);
});
