import { useMutation, useQueryClient } from '@tanstack/react-query';
import { graphql, type VariablesOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../../api/problem.ts';
import { requestWithId } from '../../../api/request.ts';
import { notifyUndone } from '../../../catalogue/undo/notify-undone.ts';
import { revertRequest } from '../../../catalogue/undo/revert-request.ts';
import { useUndo } from '../../../catalogue/undo/use-undo.ts';
import { notifyError } from '../../../ui/messages/notifications.ts';

const UPDATE_PRODUCT = graphql(
  `
  mutation UpdateProduct($ref: ID!, $input: UpdateProductInput!) {
    updateProduct(ref: $ref, input: $input) {
      __typename
      ... on ProductPayload { product { id version } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export type UpdateProductInput = VariablesOf<typeof UPDATE_PRODUCT>['input'];

/** Changes a product. Resolves to the id of the request, by which the change can be undone. */
export async function updateProduct(ref: string, input: UpdateProductInput): Promise<string | null> {
  const { data, requestId } = await requestWithId(UPDATE_PRODUCT, { ref, input });
  unwrapPayload(data.updateProduct);
  return requestId;
}

interface UndoableChange {
  /** Stores the change; resolves to the id of the request. */
  readonly run: () => Promise<string | null>;
  /** Message that is shown when it is stored. */
  readonly done: string | (() => string);
  /** Returns the parts that were not done and why, as sentences; null if all was done. */
  readonly left?: () => string | null;
}

/** Saves a change of the page at once, with *Undo*, and asks again for what the page shows. */
export function useUndoableSave() {
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all(
      ['product', 'values', 'revisions'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
    );
  const { undoable } = useUndo();
  return useMutation({
    mutationFn: ({ run }: UndoableChange) => run(),
    onError: notifyError,
    onSuccess: async (requestId, { done, left }) => {
      const action = requestId === null ? undefined : undoable(() => revertRequest(requestId));
      notifyUndone({ words: typeof done === 'string' ? done : done(), left: left?.() ?? null }, action);
      await refresh();
    },
  });
}
