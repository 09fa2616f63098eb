/** Returns a function that runs another at its first call and returns the same result at every later one. */
export function once<Result>(run: () => Result): () => Result {
  let first: { readonly result: Result } | undefined;
  return () => {
    first ??= { result: run() };
    return first.result;
  };
}
