// Every statement that any test executes answers the columns that it declares; JSON `null` counts as a value.
import { checkResults } from '../../src/platform/database/transaction.ts';
import { differenceOf, unexpectedNull } from './statement-columns.ts';

checkResults(({ name, columns: declared, partial }, { fields, rows }) => {
  if (declared === null) return;
  const selected = new Set(fields.map((field) => field.name));
  const columns = partial
    ? Object.fromEntries(Object.entries(declared).filter(([column]) => selected.has(column)))
    : declared;
  const difference = differenceOf(fields, columns);
  if (difference !== null) throw new Error(`The statement ${name} does not fit its row: ${difference}`);
  const empty = unexpectedNull(rows, columns);
  if (empty !== null) throw new Error(`The statement ${name} has a row in which ${empty} is null.`);
});
