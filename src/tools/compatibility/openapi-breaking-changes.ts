import type { JsonObject } from '../../kernel/json.ts';
import { type Direction, schemaBreakingChanges } from './json-schema-breaking-changes.ts';

type Operations = ReadonlyMap<string, JsonObject>;

/**
 * Returns the changes that break clients of the old description. An operation whose end was announced may go once its
 * day has come.
 *
 * @param today `YYYY-MM-DD`
 */
export function openApiBreakingChanges(old: JsonObject, now: JsonObject, today: string): string[] {
  const after = operationsOf(now);
  return [...operationsOf(old)].flatMap(([route, operation]) => {
    const name = `${route} (${operation.operationId})`;
    const other = after.get(route);
    if (other === undefined) {
      const sunset = operation['x-sunset'];
      const isOver = operation.deprecated === true && typeof sunset === 'string' && sunset <= today;
      return isOver ? [] : [`${name} is gone.`];
    }
    const compare = (before: JsonObject, later: JsonObject, location: string, direction: Direction) =>
      schemaBreakingChanges(
        { schema: before, document: old },
        { schema: later, document: now },
        location,
        direction,
      );
    return [
      ...namesChanged(operation, other, name),
      ...parameterBreaks(operation, other, name, compare),
      ...bodyBreaks(operation, other, name, compare),
      ...responseBreakingChanges(operation, other, name, compare),
    ];
  });
}

type Compare = (before: JsonObject, later: JsonObject, location: string, direction: Direction) => string[];

function operationsOf(document: JsonObject): Operations {
  const paths = document.paths as Readonly<Record<string, JsonObject>>;
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as JsonObject] as const,
      ),
    ),
  );
}

function namesChanged(old: JsonObject, now: JsonObject, name: string): string[] {
  const [before, after] = [old, now].map((operation) => String(operation['x-required-scopes']));
  const alternatives = (scopes: string | undefined) => scopes?.split(' or ') ?? [];
  const isAllowedStill = alternatives(before).every((scope) => alternatives(after).includes(scope));
  return [
    ...(old.operationId === now.operationId ? [] : [`${name} is called ${now.operationId} now.`]),
    ...(isAllowedStill ? [] : [`${name} needs ${after} now, and not ${before}.`]),
  ];
}

function parameterBreaks(old: JsonObject, now: JsonObject, name: string, compare: Compare): string[] {
  const indexParameters = (operation: JsonObject) =>
    new Map(
      ((operation.parameters ?? []) as readonly JsonObject[]).map((one) => [`${one.in} ${one.name}`, one]),
    );
  const [before, after] = [indexParameters(old), indexParameters(now)];
  const added = [...after].filter(
    ([key, { required }]) => required === true && before.get(key)?.required !== true,
  );
  return [
    ...[...before].flatMap(([key, parameter]) => {
      const location = `the parameter '${parameter.name}' of ${name}`;
      const other = after.get(key);
      if (other === undefined) return [`${location} is gone.`];
      return compare(schemaOf(parameter), schemaOf(other), location, 'sent');
    }),
    ...added.map(([, { name: parameter }]) => `the parameter '${parameter}' of ${name} has to be sent now.`),
  ];
}

/** Returns the schema of a parameter; for a parameter that is JSON in a text, that of the JSON. */
function schemaOf({ schema }: JsonObject): JsonObject {
  const whole = (schema ?? {}) as JsonObject;
  return (whole.contentSchema ?? whole) as JsonObject;
}

const contentOf = (part: unknown) =>
  ((part as JsonObject | undefined)?.content ?? {}) as Record<string, JsonObject>;

function bodyBreaks(old: JsonObject, now: JsonObject, name: string, compare: Compare): string[] {
  const [before, after] = [contentOf(old.requestBody), contentOf(now.requestBody)];
  const isNeeded = ({ requestBody }: JsonObject) =>
    (requestBody as JsonObject | undefined)?.required === true;
  return [
    ...(isNeeded(now) && !isNeeded(old) ? [`${name} has to be sent a body now.`] : []),
    ...mediaBreaks(before, after, `the body of ${name}`, 'sent', compare),
  ];
}

/** Compares responses that are no errors; an error has the form of a problem, and the list of errors may change. */
function responseBreakingChanges(old: JsonObject, now: JsonObject, name: string, compare: Compare): string[] {
  const [before, after] = [old, now].map((operation) => operation.responses as Record<string, JsonObject>);
  return Object.entries(before ?? {}).flatMap(([status, answer]) => {
    if (!status.startsWith('2')) return [];
    const location = `the ${status} of ${name}`;
    const other = after?.[status];
    if (other === undefined) return [`${location} is gone.`];
    return mediaBreaks(contentOf(answer), contentOf(other), location, 'answered', compare);
  });
}

function mediaBreaks(
  before: Readonly<Record<string, JsonObject>>,
  after: Readonly<Record<string, JsonObject>>,
  location: string,
  direction: Direction,
  compare: Compare,
): string[] {
  return Object.entries(before).flatMap(([type, media]) => {
    const other = after[type];
    if (other === undefined) return [`${location} is not ${type} any more.`];
    return compare(
      (media.schema ?? {}) as JsonObject,
      (other.schema ?? {}) as JsonObject,
      location,
      direction,
    );
  });
}
