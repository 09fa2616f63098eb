/** The statuses of products, in the order of their life. */
export const STATUSES = ['DRAFT', 'IN_REVIEW', 'PUBLISHED', 'ARCHIVED'] as const;
export type Status = (typeof STATUSES)[number];
