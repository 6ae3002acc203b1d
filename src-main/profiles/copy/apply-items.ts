import type { CopyTask } from '#shared/desktop/copies.ts'
import { detail } from '#shared/errors/error-table.ts'
import { ScenarioPlan, type ScenarioItems, type ScenarioList } from '#shared/transfer/schemas/scenario.ts'
import { itemPath } from '#shared/transfer/scenario/item-keys.ts'
import { LISTS } from '#shared/transfer/scenario/plan-scenario.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import { AppError } from '#kernel/app-error.ts'
import { scenarioText } from '../promotion/scenario-text.ts'
import { ask, type PromotionInstance } from '../promotion/side.ts'
import type { LeftOuts } from './left-out.ts'
import type { Stage } from './stages.ts'

/** Attempts to apply one stage, each without what the one before was refused for. */
const MAX_ATTEMPTS = 200

/**
 * Applies a stage to a copy, all or nothing. What the copy refuses is left out, with the reason, and the rest is applied. Throws
 * any other error, with nothing of the stage applied.
 */
export async function applyStage(
  copy: PromotionInstance,
  { items, ...way }: Stage,
  { leftOut, signal }: { leftOut: LeftOuts; signal: AbortSignal },
): Promise<void> {
  let left = items
  for (let attempt = 1; countOf(left) > 0 || way.prune; attempt++) {
    signal.throwIfAborted()
    const text = await scenarioText(left)
    try {
      // a transaction is brought to its end, whoever cancels meanwhile
      const input = { body: { text, file: 'copy', ...way } }
      const answer = await ask(copy, { path: 'applyScenario', type: 'mutation', input, signal: toTheEnd })
      ScenarioPlan.parse(answer)
      return
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= SERVER_ERROR) throw error
      const refused = refusedItems(error, left)
      if (refused.size === 0 || attempt === MAX_ATTEMPTS) throw error
      for (const [path, reason] of refused) leftOut.addItem(path, reason)
      left = without(left, refused)
    }
  }
}

const toTheEnd = new AbortController().signal
const SERVER_ERROR = 500

const countOf = (items: ScenarioItems): number =>
  Object.values(items).reduce((sum, list) => sum + list.length, 0)

/** Beginning of messages that name the fault after it. */
const INVALID = /^Request validation failed: .*?: /

/** Finds the items that an error is about, as `flags/checkout`, with what it says of each. */
function refusedItems({ message, details }: AppError, items: ScenarioItems): ReadonlyMap<string, string> {
  const paths = pathsOf(items)
  const refused = new Map<string, string>()
  for (const { path, message: reason } of details) {
    const [, list, index] = /^\/(\w+)\/(\d+)/.exec(path ?? '') ?? []
    const found = list === undefined ? undefined : paths.get(list as ScenarioList)?.[Number(index)]
    if (found !== undefined) refused.set(found, reason.replace(/^.*?copy:\d+( \S+)?: /, ''))
  }
  if (refused.size > 0) return refused
  // an error of a step begins with the item, after the name of the profile
  const named = [...paths.values()].flat().filter((path) => message.includes(`${path}: `))
  const [longest] = named.sort((one, other) => other.length - one.length)
  if (longest === undefined) return new Map()
  const reason = message.slice(message.indexOf(`${longest}: `) + longest.length + 2)
  return new Map([[longest, reason.replace(INVALID, '')]])
}

const pathsOf = (items: ScenarioItems): ReadonlyMap<ScenarioList, string[]> =>
  new Map(
    LISTS.flatMap((list) => {
      const all = items[list] as never[] | undefined
      return all === undefined ? [] : [[list, all.map((item) => itemPath(list, item))] as const]
    }),
  )

const without = (items: ScenarioItems, refused: ReadonlyMap<string, string>): ScenarioItems =>
  Object.fromEntries(
    Object.entries(items).map(([list, all]) => [
      list,
      (all as never[]).filter((item) => !refused.has(itemPath(list as ScenarioList, item))),
    ]),
  )

const CONSEQUENCES: Readonly<Record<CopyTask, string>> = {
  copy: 'Nothing of the copy is kept.',
  update: 'The copy may have a part of the changes. Update it again once the cause is gone.',
  proof: 'The copy is as it was.',
}

/** Makes the error of a copy that could not be made, which says what is left of it. */
export function cutShort(error: unknown, task: CopyTask): AppError {
  const message = messageOf(error)
  const reason = /[.!?]$/.test(message) ? message : `${message}.`
  const consequence = CONSEQUENCES[task]
  const name = error instanceof AppError ? error.name : 'StoreUnavailableError'
  return new AppError(name, `${reason} ${consequence}`, {
    details: [reason, consequence].map((line) => detail(line)),
    cause: error,
  })
}
