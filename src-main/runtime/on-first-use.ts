/**
 * Loads a library when it is first needed, and once: the start does not pay for it (test/layering/start.test.ts). `purpose`
 * is the feature that needs it. Throws if the library cannot be loaded; the next use tries again.
 */
export function onFirstUse<T>(library: string, purpose: string, load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw new Error(`Halyard cannot load ${library}, which ${purpose} needs. Install Halyard again.`, {
        cause: error,
      })
    }))
}
