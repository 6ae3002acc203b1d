import { z } from 'zod'
import type { PatchOperation } from '#shared/schemas/json-patch.ts'
import { EnvironmentVariantInput, type EnvironmentVariant } from '#shared/flags/schemas/variant.ts'
import { applyJsonPatch } from '#kernel/json-patch.ts'
import { parseBody } from '#kernel/schema-error.ts'

export const version = 1 as const

/** Applies a JSON Patch to variants. Throws 400 if the result is not a valid list of variants. */
export function patchVariants(
  before: readonly EnvironmentVariant[],
  operations: readonly PatchOperation[],
): EnvironmentVariantInput[] {
  return parseBody(z.array(EnvironmentVariantInput), applyJsonPatch(before, operations))
}
