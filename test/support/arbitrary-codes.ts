import fc from 'fast-check';
import { foldKey } from '../../src/kernel/codes.ts';

const WORDS = [
  'a',
  'b',
  'A',
  'aB',
  'Ab',
  'AB',
  '1',
  '3d',
  'price',
  'Price',
  'filter',
  'Filter',
  'product',
  'value',
  'type',
];
const SEPARATORS = ['', '_', '__', '-', '.', '_2', '2'];

const code = fc
  .array(fc.tuple(fc.constantFrom(...SEPARATORS), fc.constantFrom(...WORDS)), { minLength: 1, maxLength: 3 })
  .chain((parts) => fc.constantFrom(...SEPARATORS).map((end) => `${parts.flat().join('')}${end}`));

/** Codes, different without regard to case, of which many meet in one name; some have signs that no code has today. */
export const arbitraryCodes = fc.uniqueArray(
  fc.oneof(
    { weight: 9, arbitrary: code },
    { weight: 1, arbitrary: fc.constantFrom('___', '_', '__a', 'x'.repeat(100)) },
  ),
  {
    minLength: 1,
    maxLength: 30,
    selector: foldKey,
  },
);
