import type { CellChange } from '../kernel/change.ts';
import {
  Conflict,
  type DomainError,
  NotFound,
  NotPublishable,
  truncateErrors,
  ValidationFailed,
  VersionMismatch,
} from '../kernel/errors.ts';
import type { FieldProblem, Usage } from '../kernel/field-problem.ts';
import type { JsonValue } from '../kernel/json.ts';
import type { Message } from '../kernel/problems/messages/message.ts';
import { renderedOr } from '../kernel/problems/messages/render-message.ts';
import { type DomainErrorKind, problemPath } from '../kernel/problems/problem-definitions.ts';
import { builder } from './builder.ts';

/** Returns the values of a message, which are JSON; null without a message. */
export const paramsOf = (text: Message | null | undefined): JsonValue =>
  (text?.params ?? null) as unknown as JsonValue;

export const CellChangeType = builder.objectRef<CellChange>('CellChange').implement({
  description: 'One changed field or value of an object.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Path in snake_case: `status`, `labels`, `values.name`.',
    }),
    channel: t.exposeString('channel', { nullable: true, description: 'Channel of a value.' }),
    locale: t.exposeString('locale', { nullable: true, description: 'Locale of a value or text.' }),
    old: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Old value; null if there is none or the caller cannot read the object.',
      resolve: (c) => c.old as JsonValue,
    }),
    new: t.field({
      type: 'JSON',
      nullable: true,
      description: 'New value; null if there is none or the caller cannot read the object.',
      resolve: (c) => c.new as JsonValue,
    }),
  }),
});

export const UsageType = builder.objectRef<Usage>('Usage').implement({
  description: 'An object that refers to another object.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'GraphQL type of the object.' }),
    id: t.exposeID('id', { description: 'Id.' }),
    code: t.exposeString('code', { description: 'Code or SKU.' }),
  }),
});

export const FieldProblemType = builder.objectRef<FieldProblem>('FieldProblem').implement({
  description: 'An error of one field: its path, its cause and how to fix it.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'Error code for programs: `option-not-found`, `too-long` …',
    }),
    message: t.string({
      description:
        'Message for people: what is wrong and what is expected, in the language of `Accept-Language` (`en`, `de`, `fr`).',
      resolve: ({ message, text }, _parameters, { language }) => renderedOr(message, text, language),
    }),
    messageKey: t.string({
      nullable: true,
      description:
        'Key of the message, for programs with messages of their own; null if it exists in English only.',
      resolve: ({ text }) => text?.key ?? null,
    }),
    params: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Values in the message, by name; null without a key.',
      resolve: ({ text }) => paramsOf(text),
    }),
    path: t.exposeStringList('path', { description: 'Keys from the input down to the field.' }),
    attribute: t.exposeString('attribute', {
      nullable: true,
      description: 'Code of the attribute of a value.',
    }),
    channel: t.exposeString('channel', { nullable: true, description: 'Channel of the cell.' }),
    locale: t.exposeString('locale', { nullable: true, description: 'Locale of the cell or text.' }),
    value: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The rejected value, with texts cut to 200 characters; null for lists and objects of more than 50 values.',
      resolve: ({ value }) => value,
    }),
    suggestions: t.exposeStringList('suggestions', { description: 'Up to three similar allowed values.' }),
    takenBy: t.string({
      nullable: true,
      description: 'SKU of the product, or code of the entity, that has a unique value already.',
      resolve: ({ takenBy }) => takenBy ?? null,
    }),
    usedBy: t.field({
      type: [UsageType],
      nullable: true,
      complexity: 0,
      description: 'Objects that prevent the change, for `resource-in-use`.',
      resolve: ({ usedBy }) => usedBy ?? null,
    }),
    currentVersion: t.int({
      nullable: true,
      description: 'Current version of the object, for `version-mismatch`.',
      resolve: ({ currentVersion }) => currentVersion ?? null,
    }),
    conflicts: t.field({
      type: [CellChangeType],
      nullable: true,
      complexity: 0,
      description: 'Changes since the version of the item that overlap with it, for `version-mismatch`.',
      resolve: ({ conflicts }) => conflicts ?? null,
    }),
  }),
});

/** Fields that every rejection has, apart from being an `Error`. */
export type ProblemView = Omit<DomainError, keyof Error>;

const isKind = (kind: DomainErrorKind) => (value: unknown) => (value as { kind?: unknown }).kind === kind;

export const ProblemInterface = builder.interfaceRef<ProblemView>('Problem').implement({
  description: 'An expected error (problem details, RFC 9457). Nothing was written.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Error code for programs. Codes never change.' }),
    type: t.string({
      description: 'URL of the page that explains the problem.',
      resolve: ({ code }, _parameters, { links }) => links.absolute(problemPath(code)),
    }),
    status: t.exposeInt('status', { description: 'HTTP status code of the REST response.' }),
    title: t.exposeString('title', { description: 'Title for people.' }),
    detail: t.string({
      description: 'Description of this occurrence, in the language of `Accept-Language` (`en`, `de`, `fr`).',
      resolve: (domainError, _parameters, { language }) => {
        const { detail, text } = truncateErrors(domainError);
        return renderedOr(detail, text, language);
      },
    }),
    messageKey: t.string({
      nullable: true,
      description:
        'Key of the description, for programs with messages of their own; null if it exists in English only.',
      resolve: (domainError) => truncateErrors(domainError).text?.key ?? null,
    }),
    params: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Values in the description, by name; null without a key.',
      resolve: (domainError) => paramsOf(truncateErrors(domainError).text),
    }),
    errors: t.field({
      type: [FieldProblemType],
      description: 'Fields with errors, up to 20; empty if the problem has no field.',
      resolve: (domainError) => [...truncateErrors(domainError).errors],
    }),
  }),
});

builder.objectType(ValidationFailed, {
  name: 'ValidationFailed',
  isTypeOf: isKind('invalid'),
  description: 'The input breaks a rule (422).',
  interfaces: [ProblemInterface],
});

builder.objectType(NotPublishable, {
  name: 'NotPublishable',
  isTypeOf: isKind('not-publishable'),
  description: 'The product does not pass the guard of a channel (422).',
  interfaces: [ProblemInterface],
  fields: (t) => ({
    missing: t.field({
      type: 'JSON',
      description: 'What is missing: `[{ channel, locale, ratio, required, filled, missing }]`.',
      resolve: ({ missing }) => missing,
    }),
  }),
});

builder.objectType(NotFound, {
  name: 'NotFound',
  isTypeOf: isKind('not-found'),
  description: 'The object does not exist in this organization (404) or was deleted (410).',
  interfaces: [ProblemInterface],
});

builder.objectType(Conflict, {
  name: 'Conflict',
  isTypeOf: isKind('conflict'),
  description: 'The current state of the catalogue does not allow the write (409).',
  interfaces: [ProblemInterface],
  fields: (t) => ({
    allowed: t.exposeStringList('allowed', { description: 'Allowed values, for example statuses.' }),
    usedBy: t.field({
      type: [UsageType],
      description: 'Objects that prevent the operation.',
      resolve: ({ usedBy }) => usedBy,
    }),
  }),
});

builder.objectType(VersionMismatch, {
  name: 'VersionMismatch',
  isTypeOf: isKind('version-mismatch'),
  description: 'The object was changed after the version in the request (412).',
  interfaces: [ProblemInterface],
  fields: (t) => ({
    currentVersion: t.exposeInt('currentVersion', { description: 'Current version.' }),
    yourVersion: t.exposeInt('yourVersion', { description: 'Version in the request.' }),
    conflicts: t.field({
      type: [CellChangeType],
      description:
        'Changes since then that overlap with this write. If empty, it is safe to send the request again. The path `*` means that some changes are no longer kept: read the object again.',
      resolve: ({ conflicts }) => conflicts,
    }),
  }),
});

/** Returns a rejection as data: graphql-js takes any `Error` that a resolver returns for a failure of the field. */
export function toProblemView(domainError: DomainError): ProblemView {
  // `message` and `stack` are not enumerable; to read a stack would have V8 format it.
  const { name: _name, ...details } = domainError;
  return { ...details, kind: domainError.kind } as ProblemView;
}

type DomainErrorClass = new (...parameters: never[]) => DomainError;

const ERROR_CLASS_BY_KIND: Readonly<Record<DomainErrorKind, DomainErrorClass>> = {
  invalid: ValidationFailed,
  'not-publishable': NotPublishable,
  'not-found': NotFound,
  conflict: Conflict,
  'version-mismatch': VersionMismatch,
};

/** Returns the union members that stand for an operation's declared rejections. */
export function problemTypes(kinds: readonly DomainErrorKind[]): DomainErrorClass[] {
  return kinds.map((kind) => ERROR_CLASS_BY_KIND[kind]);
}
