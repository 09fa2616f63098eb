import { z } from 'zod';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { PASSWORD_LENGTH } from '../../platform/authentication/password.ts';

/** A person as they are entered. */
export interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

const EMAIL = z.email().max(320);

/** E-mail addresses are compared and kept in lower case. */
export const normalizeEmail = (email: string) => email.trim().toLowerCase();

export function userProblems(person: NewUser): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  const { minimum, maximum } = PASSWORD_LENGTH;
  const length = person.password.length;
  if (!EMAIL.safeParse(normalizeEmail(person.email)).success)
    problems.push(
      fieldProblem('invalid-format', ['email'], localized('email-invalid', { ref: person.email }), {
        value: person.email,
      }),
    );
  if (person.name.trim() === '')
    problems.push(fieldProblem('required', ['name'], localized('person-name-required')));
  if (length < minimum)
    problems.push(fieldProblem('too-short', ['password'], localized('password-too-short', { min: minimum })));
  if (length > maximum)
    problems.push(fieldProblem('too-long', ['password'], localized('password-too-long', { max: maximum })));
  return problems;
}
