import { labelOfType } from '#shared/audit/events/index.ts'
import { badData } from '#kernel/app-error.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { lastEventAt } from '#domains/audit/undo/undo-log.read-model.ts'
import { findRetentionStart } from '#domains/audit/undo/read-past.ts'
import {
  readEnvironmentLog,
  readPresent,
  withFormerParents,
  type WantedFlags,
} from './environment-log.read-model.ts'
import type { PastEnvironment, Unknown } from './past-environment.ts'

/** Events that are taken back for one answer. More of them would take seconds. */
const MAX_TAKEN_BACK = 100_000

/** Path of the time in a request. */
const AT = '/body/at'

/**
 * Reads what flags were evaluated with at a time: all of an environment, or some with their parents. Throws where the log does not
 * reach back so far; what it does not hold of single flags is in the result.
 */
export async function readEnvironmentAt(
  context: QueryContext,
  environment: string,
  at: string,
  { flags, audiences = [] }: WantedFlags = {},
): Promise<PastEnvironment> {
  if (at > context.now.toISOString()) throw badData('The time must be in the past.', AT)
  const names = flags && (await withFormerParents(context.everything, flags))
  const { state, last } = await readPresent(context, environment, { flags: names, audiences })
  const after = await lastEventAt(context.everything, at)
  let taken = 0
  for await (const events of readEnvironmentLog(context, { environment, flags: names, after, last })) {
    for (const { event, isVisible } of events) {
      if (isVisible) state.takeBack(event)
      else state.skip(event)
    }
    taken += events.length
    requireFewSince(taken, AT)
    requireKnown(state.unknownAtAll)
  }
  const keptFrom = await findRetentionStart(context.everything, at)
  requireKnown(keptFrom === null ? undefined : { event: null, createdAt: keptFrom })
  return state
}

/** Throws for a time that too many events came after. */
export function requireFewSince(taken: number, path: string): void {
  if (taken > MAX_TAKEN_BACK)
    throw badData(`More than ${MAX_TAKEN_BACK} events changed flags since then. Choose a later time.`, path)
}

/** Throws for a time at which the state is not known. */
export function requireKnown(unknown: Unknown | undefined): void {
  if (unknown) throw badData(`${unknownInWords(unknown)} Choose a later time.`, AT)
}

/** Says where the known past ends. */
export const unknownInWords = ({ event, createdAt }: Unknown): string =>
  event
    ? `The log does not hold the state before event ${event.id} (${labelOfType(event.type)}) at ${createdAt}.`
    : `The log does not hold the state before ${createdAt}.`
