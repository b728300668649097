/** The function with its first argument given. A module's `index.ts` uses it to publish an act without its parts. */
export const bound =
  <Parts, Given extends readonly unknown[], Result>(
    parts: Parts,
    act: (parts: Parts, ...given: Given) => Result,
  ): ((...given: Given) => Result) =>
  (...given) =>
    act(parts, ...given);
