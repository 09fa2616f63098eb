import type { z } from 'zod';
import { type Message, verbatim } from '../kernel/problems/messages/message.ts';
import { rendered } from '../kernel/problems/messages/render-message.ts';

/**
 * Returns a check for `superRefine` whose faults are messages of the catalogue, see {@link messageOfIssue}.
 *
 * @param faultOf returns the fault of a value; null when there is none
 */
export const catalogueCheck =
  <Value>(faultOf: (value: Value) => Message | null) =>
  (value: Value, { addIssue }: z.RefinementCtx): void => {
    const text = faultOf(value);
    if (text !== null) addIssue({ code: 'custom', message: rendered(text), params: { text } });
  };

/** Returns the message of an issue: that of a {@link catalogueCheck}, else that of the library, which is in English. */
export const messageOfIssue = (issue: z.core.$ZodIssue): Message =>
  (issue.code === 'custom' ? (issue.params?.text as Message | undefined) : undefined) ??
  verbatim(issue.message);
