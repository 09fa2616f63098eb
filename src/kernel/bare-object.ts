/** No `Object.create(null)`: V8 keeps each as a hash table, even while its keys are few, and makes and writes it slowly. */
function BareObject(): void {}
BareObject.prototype = Object.freeze(Object.create(null));

/**
 * An object that inherits nothing, for keys from outside: `constructor` is not in it until it is put there, and
 * `__proto__` is a key like any other.
 */
export const bareObject = <Value>(): Record<string, Value> =>
  new (BareObject as unknown as new () => Record<string, Value>)();
