import type { CommittedEvent } from './event.ts'
import type { CommitTurn, EventBus } from './event-bus.ts'
import type { Logger } from './logger.ts'

/** Brings something in memory up to date with a committed write. */
export type Effect = () => void | Promise<void>

/** Work that remains after a commit. */
export interface PostCommitWork {
  /** Run in commit order, before the events are published. */
  readonly effects: readonly Effect[]
  /** Run after the events are published, outside the commit order: they may wait for other requests. */
  readonly laterEffects: readonly Effect[]
  readonly events: readonly CommittedEvent[]
  readonly turn: CommitTurn
}

interface Dependencies {
  readonly store: { durable(): Promise<void> }
  readonly bus: EventBus
  readonly logger: Logger
}

/** No write waits longer for the effects of an earlier one. */
export const MAX_EFFECTS_MS = 10_000

/**
 * Finishes a committed write: sync, effects, events. Rejects only if the write may not be on the disk. An effect that
 * fails is logged; the write has happened, so its other effects run, its events are published and its caller succeeds.
 *
 * After a failed sync the effects still run, because queries of this process already read the commit. The events are
 * not published: a power cut could still undo the write.
 */
export async function finishCommit(
  { store, bus, logger }: Dependencies,
  after: PostCommitWork,
): Promise<void> {
  const { effects, laterEffects, events, turn } = after
  try {
    const failure = await store.durable().then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    await turn.reached
    if (effects.length > 0) await withinBound(runEach(effects, logger), logger)
    if (failure) throw failure.error
    if (events.length > 0) bus.publish(events)
  } finally {
    turn.leave()
  }
  await runEach(laterEffects, logger)
}

/** Runs effects in their order. One that several parts of a write asked for, such as to read a copy again, runs once. */
async function runEach(effects: readonly Effect[], logger: Logger): Promise<void> {
  for (const effect of new Set(effects)) {
    try {
      await effect()
    } catch (error) {
      logger.error({ err: error }, 'an effect of a committed write failed')
    }
  }
}

async function withinBound(work: Promise<void>, logger: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const bound = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      logger.error(
        { maxMs: MAX_EFFECTS_MS },
        'the effects of a committed write take too long; going on without',
      )
      resolve()
    }, MAX_EFFECTS_MS)
  })
  await Promise.race([work, bound])
  clearTimeout(timer)
}
