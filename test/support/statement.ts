import type { Statement } from '../../src/kernel/statement.ts';

/** A statement of a test alone, whose rows are what the test says. */
export const testStatement = <Row = unknown>(name: string, sql: string): Statement<Row> => ({
  name,
  sql: `/* ${name} */ ${sql}`,
  kind: sql.startsWith('SELECT') ? 'read' : 'write',
  columns: null,
  partial: false,
  prepared: false,
});
