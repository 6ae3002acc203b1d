/** Makes something when it is first needed, and keeps it: some things of `Intl` take 5 ms of the start of the window. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
