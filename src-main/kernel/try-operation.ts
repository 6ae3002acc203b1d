import type { Operation } from '#shared/contract/index.ts'
import type { Caller } from './caller.ts'
import type { NewEvent } from './event.ts'
import { execute, type Runtime } from './execute.ts'
import type { RawRequest } from './parse-request.ts'
import type { DryRunUseCase } from './use-case.ts'

/** Runs a write in a transaction that is rolled back. Returns the events that it would have written. */
export async function tryOperation(
  runtime: Runtime,
  operation: Operation,
  caller: Caller,
  raw: RawRequest,
): Promise<readonly NewEvent[]> {
  const { kind: _mutation, run, ...useCase } = runtime.mutationOf(operation)
  const tried: DryRunUseCase<Operation, readonly NewEvent[]> = {
    ...useCase,
    kind: 'dry-run',
    run: async (context, request, prepared) => {
      const events: NewEvent[] = []
      await run({ ...context, record: (event) => events.push(event) }, request, prepared)
      return events
    },
    conclude: async (events) => events as readonly NewEvent[],
  }
  return execute(runtime, tried, caller, raw)
}
