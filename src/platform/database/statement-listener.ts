/** Receives every statement the pools send; tests record queries and traces time them by it. */
export type StatementListener = (statement: {
  readonly text: string;
  readonly organizationId: string | null;
}) => void;
