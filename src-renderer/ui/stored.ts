import type { z } from 'zod'

const MAX_CHARACTERS = 500_000

interface As<S extends z.ZodType> {
  schema: S
  /** Returned where nothing is stored, and where it is not what the schema wants. */
  otherwise: z.output<S>
  /** Characters; longer texts are not read. */
  most?: number
}

/** Reads what the window keeps in the browser's store. Somebody else may have written there, or it may be of another version. */
export function readStored<S extends z.ZodType>(
  key: string,
  { schema, otherwise, most = MAX_CHARACTERS }: As<S>,
): z.output<S> {
  try {
    const text = localStorage.getItem(key)
    if (text === null || text.length > most) return otherwise
    return schema.safeParse(fromJson(text)).data ?? schema.safeParse(text).data ?? otherwise
  } catch {
    return otherwise
  }
}

/** Some values were once stored as plain text: that is no JSON, or other JSON than the schema wants. */
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Removes a value from the browser's store. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // ignore the error: stored values are a convenience
  }
}

/** Keeps a value in the browser's store. A full or forbidden store keeps what it has: nothing that is kept there may stop the page. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // ignore the error: stored values are a convenience
  }
}
