import type { Operation, Result } from '#shared/contract/index.ts'
import type { RawRequest } from '#kernel/parse-request.ts'
import type { MutationContext, Restored } from '#kernel/use-case.ts'

/** Runs an operation as the caller who undoes: with their permissions, and under change control as ever. */
export function perform<O extends Operation>(
  context: MutationContext,
  operation: O,
  raw: RawRequest,
  restored?: Restored,
): Promise<Result<O>> {
  return context.performAs(context.caller.actor, operation, raw, restored ? { restored } : {})
}
