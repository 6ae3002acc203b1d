import jsonPatch, { type Operation } from 'fast-json-patch'

import type { PatchOperation } from '#shared/schemas/json-patch.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import { badData } from './app-error.ts'

/**
 * Applies a JSON Patch (RFC 6902) to a copy of a document and returns it; the document stays as it is.
 * The caller checks the result. Throws 400 with the reason the patch cannot be applied.
 */
export function applyJsonPatch<T extends object>(document: T, patch: readonly PatchOperation[]): unknown {
  const operations = structuredClone(patch) as Operation[]
  try {
    return jsonPatch.applyPatch<unknown>(structuredClone(document), operations, true).newDocument
  } catch (error) {
    throw badData(`Could not apply provided patch: ${reasonOf(error)}`, '/body')
  }
}

/** The first line: the library adds the whole document below it. */
function reasonOf(error: unknown): string {
  return messageOf(error).split('\n')[0] ?? ''
}
