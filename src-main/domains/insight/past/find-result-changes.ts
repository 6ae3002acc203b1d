import type { ResultChanges } from '#shared/insight/schemas/result-changes.ts'
import { badData } from '#kernel/app-error.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { findRetentionStart } from '#domains/audit/undo/read-past.ts'
import { lastEventAt, oldestEvent } from '#domains/audit/undo/undo-log.read-model.ts'
import { toContext } from '../explain/explain-flag.ts'
import { readPlaygroundFlags } from '../explain/explained-configuration.read-model.ts'
import {
  readEnvironmentLog,
  readPresent,
  withFormerParents,
  type SeenEvent,
} from './environment-log.read-model.ts'
import type { PastEnvironment } from './past-environment.ts'
import { requireFewSince, unknownInWords } from './read-environment-at.ts'
import { ResultSearch, takeBackAll } from './result-search.ts'

/** Changes that one answer has at most. */
const MAX_CHANGES = 100
/** Events that are looked at for one answer. */
const MAX_EVENTS = 20_000

/** Search for the changes of a result. */
interface Search {
  flag: string | undefined
  project: string | undefined
  environment: string
  /** Audiences of the request that is asked about. */
  audiences: readonly string[]
  sent: Record<string, unknown>
  since: string | undefined
  until: string | undefined
}

/** Finds when the result of a flag, or of a project's flags, changed for a context, newest first (ADR 81). */
export async function findResultChanges(context: QueryContext, asked: Search): Promise<ResultChanges> {
  const { environment, audiences, since, until = context.now.toISOString() } = asked
  if (until > context.now.toISOString()) throw badData('The time must be in the past.', '/body/until')
  if (since !== undefined && since > until) throw badData('Name an earlier time.', '/body/since')
  const tracked = await trackedFlags(context, asked)
  const flags = await withFormerParents(context.everything, tracked)
  const { state, last } = await readPresent(context, environment, { flags, audiences })
  const sent = toContext(asked.sent, environment)
  const search = new ResultSearch(state, sent, until)
  const after = since === undefined ? 0 : await lastEventAt(context.everything, since)
  const log = readEnvironmentLog(context, { environment, flags, after, last })
  const { examined, searchedTo, outcome } = await follow(search, state, { tracked, until, log })
  if (searchedTo === null) await finish(context, search, since)
  const changes = search.changes.sort((a, b) => (a.at < b.at ? 1 : -1))
  return {
    environment,
    context: { ...sent },
    outcome: asked.flag === undefined ? null : (outcome ?? null),
    changes: changes.slice(0, MAX_CHANGES),
    omitted: Math.max(0, changes.length - MAX_CHANGES),
    hasMore: searchedTo !== null,
    searchedTo: searchedTo ?? since ?? null,
    examined,
    byChance: search.byChance,
    limits: search.limits,
  }
}

async function trackedFlags({ visible }: QueryContext, { flag, project }: Search): Promise<string[]> {
  if (flag !== undefined) return [flag]
  return (await readPlaygroundFlags(visible, [project ?? ''])).map(({ name }) => name)
}

interface Followed {
  tracked: readonly string[]
  until: string
  log: AsyncGenerator<SeenEvent[]>
}

/** Takes the log back write by write, as far as the bounds of an answer allow. */
async function follow(search: ResultSearch, state: PastEnvironment, { tracked, until, log }: Followed) {
  let [examined, read, skipped] = [0, 0, 0]
  let hasBegun = false
  let searchedTo: string | null = null
  const begin = async () => {
    if (!hasBegun) await search.begin(tracked)
    hasBegun = true
  }
  let outcome: ReturnType<ResultSearch['outcomeOf']>
  const first = tracked[0] ?? ''
  let fullAt: string | undefined
  for await (const write of writesOf(log)) {
    const at = write[0]?.event.createdAt ?? ''
    // a search until then goes on with what came before; writes of the same instant belong to this one
    if (fullAt !== undefined && at !== fullAt) {
      searchedTo = new Date(Date.parse(fullAt) - 1).toISOString()
      break
    }
    // what the caller may not see is not counted, so that its number tells nothing
    examined += write.filter(({ isVisible }) => isVisible).length
    if (at > until) {
      // the state at the time has to be whole: this is no part of the search yet
      skipped += write.length
      requireFewSince(skipped, '/body/until')
      takeBackAll(state, write)
    } else {
      read += write.length
      await begin()
      outcome ??= search.outcomeOf(first)
      await search.takeBack(write)
    }
    if (search.isOver && hasBegun) return { examined, searchedTo: null, outcome }
    if (search.changes.length >= MAX_CHANGES || read >= MAX_EVENTS) fullAt = at
  }
  await begin()
  outcome ??= search.outcomeOf(first)
  return { examined, searchedTo, outcome }
}

/** Joins the events of each write, newest first. */
async function* writesOf(log: AsyncGenerator<SeenEvent[]>): AsyncGenerator<SeenEvent[]> {
  let write: SeenEvent[] = []
  for await (const events of log)
    for (const one of events) {
      if (write[0] && write[0].event.groupId !== one.event.groupId) {
        yield write
        write = []
      }
      write.push(one)
    }
  if (write.length > 0) yield write
}

/** Follows the time to the beginning of the search, and says what the log does not hold. */
async function finish(
  { everything }: QueryContext,
  search: ResultSearch,
  since: string | undefined,
): Promise<void> {
  if (search.isOver) return
  const oldest = await oldestEvent(everything)
  const begin = since ?? oldest?.createdAt
  if (begin !== undefined) await search.followTime(Date.parse(begin))
  const keptFrom = await findRetentionStart(everything, since ?? '')
  if (keptFrom !== null) {
    search.limit(null, toLimit(keptFrom))
    return
  }
  if (since !== undefined || !oldest) return
  // what has no beginning in the log was there before it
  for (const flag of search.present()) search.limit(flag, toLimit(oldest.createdAt))
}

const toLimit = (before: string) => ({ before, reason: unknownInWords({ event: null, createdAt: before }) })
