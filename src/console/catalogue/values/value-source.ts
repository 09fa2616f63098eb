import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { LastAuthor } from './last-author.ts';

/** The kind of objects whose values the grid and the form edit: products, or the entities of a type. */
export interface ValueSource {
  readonly texts: {
    /** Title of the column with the objects: `Product`. */
    readonly title: string;
    /** Reason at values of an object that was deleted meanwhile. */
    readonly deleted: string;
    /** Reason at values that could not be saved because others saved the object again and again. */
    readonly busy: string;
    /** Title above typed values whose attributes the object no longer has. */
    readonly orphaned: string;
  };
  /** Finds who changed values of an object last. */
  loadLastAuthors(id: string): Promise<LastAuthor>;
  /** Links to the page of an object, by its SKU or code; to a field of it, where one is given. */
  readonly ObjectLink: ComponentType<{
    readonly code: string;
    readonly field?: string | undefined;
    readonly isQuiet?: boolean;
    readonly children: ReactNode;
  }>;
  /** Marks what shows the values of objects as out of date; resolves when what is shown is loaded again. */
  refresh(queryClient: QueryClient): Promise<void>;
}
