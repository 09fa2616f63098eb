import type { OperationBudget } from '../../kernel/budget/operation-budget.ts';
import type { Transaction } from '../../kernel/operation.ts';

/**
 * Returns a transaction whose statements an operation pays for, few of which run at once. Those of our own documents
 * are few, and run unchanged.
 */
export const budgeted = (transaction: Transaction, budget: OperationBudget | undefined): Transaction =>
  budget === undefined || budget.limit === Number.POSITIVE_INFINITY
    ? transaction
    : {
        execute: (statement, parameters) =>
          budget.statement(() => transaction.execute(statement, parameters)),
      };
