import { UnreadableSecret, type Sealer } from '#kernel/sealer.ts'

/**
 * Reads a token that a client brings back. Returns undefined if this service did not seal it for the purpose: each purpose
 * has one type of content.
 */
export function openToken<T>(sealer: Sealer, token: string, purpose: string): T | undefined {
  try {
    return JSON.parse(sealer.open(token, purpose)) as T
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined
    throw error
  }
}

/** Makes a token that only this service, any Halyard of it, can read. */
export const sealToken = (sealer: Sealer, content: unknown, purpose: string): string =>
  sealer.seal(JSON.stringify(content), purpose)
