// Risk: a key from outside meets a method of all objects, or changes what all objects inherit.
import { expect, test } from 'vitest';
import { nullPrototypeObject } from '../../src/kernel/null-prototype-object.ts';

test('has no key but those that were put there, and takes any', () => {
  const keys = [...Object.getOwnPropertyNames(Object.prototype), 'code'];
  for (const key of keys) expect(key in nullPrototypeObject()).toBe(false);
  const object = nullPrototypeObject<string>();
  for (const key of keys) object[key] = `of ${key}`;
  expect(Object.entries(object)).toEqual(keys.map((key) => [key, `of ${key}`]));
  expect(JSON.stringify(object)).toBe(`{${keys.map((key) => `${JSON.stringify(key)}:"of ${key}"`).join()}}`);
  expect('code' in nullPrototypeObject()).toBe(false);
});

test('what all of them inherit cannot be changed through one', () => {
  const parent: object = Object.getPrototypeOf(nullPrototypeObject());
  expect(Object.getPrototypeOf(parent)).toBeNull();
  expect(() => Object.assign(parent, { code: 'x' })).toThrow(TypeError);
});
