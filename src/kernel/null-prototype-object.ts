/**
 * Constructor of objects without a prototype. `Object.create(null)` is slower: V8 stores each as a hash table, even
 * while its keys are few.
 */
function BareObject(): void {}
BareObject.prototype = Object.freeze(Object.create(null));

/**
 * Returns an object that inherits nothing, for keys from outside: `constructor` is not in it until it is put there,
 * and `__proto__` is a key like any other.
 */
export const nullPrototypeObject = <Value>(): Record<string, Value> =>
  new (BareObject as unknown as new () => Record<string, Value>)();
