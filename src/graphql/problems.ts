import type { CellChange } from '../kernel/change.ts';
import type { FieldProblem } from '../kernel/field-problem.ts';
import type { JsonValue } from '../kernel/json.ts';
import { problemPath, type RefusalKind } from '../kernel/problem-catalogue.ts';
import {
  Conflict,
  listed,
  NotFound,
  NotPublishable,
  type Refusal,
  type Usage,
  ValidationFailed,
  VersionMismatch,
} from '../kernel/refusal.ts';
import { builder } from './builder.ts';

export const FieldProblemType = builder.objectRef<FieldProblem>('FieldProblem').implement({
  description: 'One thing wrong with one field: where, what, and how to mend it.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'What is wrong, for programs: `option-not-found`, `too-long` …',
    }),
    message: t.exposeString('message', { description: 'What is wrong and what is expected, for people.' }),
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
        'The refused value, its texts cut to 200 characters; null for lists and objects of more than 50 values.',
      resolve: ({ value }) => value,
    }),
    suggestions: t.exposeStringList('suggestions', { description: 'Up to three allowed values near to it.' }),
  }),
});

export const CellChangeType = builder.objectRef<CellChange>('CellChange').implement({
  description: 'One changed place of an object.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'The place in wire words: `status`, `labels`, `values.name`.',
    }),
    channel: t.exposeString('channel', { nullable: true, description: 'Channel of a value.' }),
    locale: t.exposeString('locale', { nullable: true, description: 'Locale of a value or text.' }),
    old: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Before; null = none, or the caller may not read the object.',
      resolve: (c) => c.old as JsonValue,
    }),
    new: t.field({
      type: 'JSON',
      nullable: true,
      description: 'After; null = none, or the caller may not read the object.',
      resolve: (c) => c.new as JsonValue,
    }),
  }),
});

const UsageType = builder.objectRef<Usage>('Usage').implement({
  description: 'An object that uses another and so keeps it from being deleted.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Its GraphQL type.' }),
    id: t.exposeID('id', { description: 'Its id.' }),
    code: t.exposeString('code', { description: 'Its code or SKU.' }),
  }),
});

/** What every refusal has, apart from being an `Error`. */
export type RefusalView = Omit<Refusal, keyof Error>;

const isKind = (kind: RefusalKind) => (value: unknown) => (value as { kind?: unknown }).kind === kind;

export const ProblemInterface = builder.interfaceRef<RefusalView>('Problem').implement({
  description: 'An expected refusal (problem details, RFC 9457). Nothing was written.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'What it is, for programs; never changes.' }),
    type: t.string({
      description: 'Address of the page that explains it.',
      resolve: ({ code }, _parameters, { links }) => links.absolute(problemPath(code)),
    }),
    status: t.exposeInt('status', { description: 'The HTTP status that REST answers with.' }),
    title: t.exposeString('title', { description: 'What it is, for people.' }),
    detail: t.string({
      description: 'What happened this time.',
      resolve: (refusal) => listed(refusal).detail,
    }),
    errors: t.field({
      type: [FieldProblemType],
      description: 'The fields at fault, up to 20; empty when no single field is.',
      resolve: (refusal) => [...listed(refusal).errors],
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
  description: 'There is no such object in this organization (404), or it is deleted (410).',
  interfaces: [ProblemInterface],
});

builder.objectType(Conflict, {
  name: 'Conflict',
  isTypeOf: isKind('conflict'),
  description: 'The present state of the catalogue forbids it (409).',
  interfaces: [ProblemInterface],
  fields: (t) => ({
    allowed: t.exposeStringList('allowed', { description: 'What would be possible instead, e.g. statuses.' }),
    usedBy: t.field({
      type: [UsageType],
      description: 'What stands in the way.',
      resolve: ({ usedBy }) => usedBy,
    }),
  }),
});

builder.objectType(VersionMismatch, {
  name: 'VersionMismatch',
  isTypeOf: isKind('version-mismatch'),
  description: 'The object was changed since the version you have seen (412).',
  interfaces: [ProblemInterface],
  fields: (t) => ({
    currentVersion: t.exposeInt('currentVersion', { description: 'The version it has now.' }),
    yourVersion: t.exposeInt('yourVersion', { description: 'The version that the write names.' }),
    conflicts: t.field({
      type: [CellChangeType],
      description: 'Places changed since then that this write names too; empty = safe to send again.',
      resolve: ({ conflicts }) => conflicts,
    }),
  }),
});

/** Answers a refusal as data: graphql-js takes any `Error` that a resolver returns for a failure of the field. */
export function viewOf(refusal: Refusal): RefusalView {
  const { name: _name, message: _message, stack: _stack, ...facts } = refusal;
  return { ...facts, kind: refusal.kind } as RefusalView;
}

type RefusalClass = new (...parameters: never[]) => Refusal;

const CLASS_OF_KIND: Readonly<Record<RefusalKind, RefusalClass>> = {
  invalid: ValidationFailed,
  'not-publishable': NotPublishable,
  'not-found': NotFound,
  conflict: Conflict,
  'version-mismatch': VersionMismatch,
};

/** The union members that stand for an operation's declared refusals. */
export function refusalTypes(kinds: readonly RefusalKind[]): RefusalClass[] {
  return kinds.map((kind) => CLASS_OF_KIND[kind]);
}
