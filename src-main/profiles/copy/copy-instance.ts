import { z } from 'zod'

import { MAX_CONTEXTS, type CopyProof, type CopyRecord, type ProofContext } from '#shared/desktop/copies.ts'
import type { Choices } from '#shared/transfer/merge.ts'
import { keyOf } from '#shared/transfer/scenario/item-keys.ts'
import { mergeItems, type MergedItem } from '#shared/transfer/scenario/merge-items.ts'
import type { ScenarioItems, ScenarioList } from '#shared/transfer/schemas/scenario.ts'
import { toVersion } from '#shared/versions/rules/to-version.ts'
import { withBriefStrategies } from '#domains/transfer/scenario/brief-strategy.ts'
import { completeScenario } from '#domains/transfer/scenario/complete-scenario.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import { Turn } from '#runtime/turn.ts'
import { readerOf } from '../promotion/original/ask-original.ts'
import { ask, type PromotionInstance } from '../promotion/side.ts'
import { applyStage } from './apply-items.ts'
import { writeBase } from './copy-base.ts'
import { writeCopyRecord } from './copy-record.ts'
import type { LeftOuts } from './left-out.ts'
import { numberOfContexts, prove } from './prove.ts'
import { readHalyardInstance, readInstance } from './read-instance.ts'
import { sampleContexts } from './sample-contexts.ts'
import { stagesOf, type Stage } from './stages.ts'

/** A source, and the instance on this computer that becomes its copy. */
export interface CopySides {
  source: PromotionInstance
  copy: PromotionInstance
}

/** Account of a copy in the making, and the means to end it. */
export interface Making {
  signal: AbortSignal
  onProgress: (phase: 'reading' | 'applying' | 'proving', doing: string, done: number, of: number) => void
}

/** State of a source as a copy takes it. */
export interface SourceState {
  items: ScenarioItems
  leftOut: LeftOuts
}

/** Reads a source, with everything in the form in which a copy has it. Nothing is written anywhere. */
export async function readSource(
  { source, copy }: CopySides,
  { signal, onProgress }: Making,
): Promise<SourceState> {
  const { items, leftOut } = await readInstance(source, {
    signal,
    onProgress: (doing, done, of) => onProgress('reading', doing, done, of),
  })
  return { items: await settled(items, await builtInTypes(copy, signal)), leftOut }
}

/**
 * Fills an empty instance with the state of a source, and compares both: what the instance made of itself, such as the owner of a
 * new project, becomes what it is there. What still differs is said.
 */
export async function fillCopy(copy: PromotionInstance, state: SourceState, making: Making): Promise<void> {
  const { items, leftOut } = state
  await applyAll(copy, items, { leftOut, making, last: [{ items: onlyThese(items), prune: true }] })
  const asThere = { choices: [], conflicts: 'theirs' } as const
  const differing = () => mergeNow(copy, { ...state, base: {} }, asThere, making.signal)
  const first = await differing()
  if (first.length === 0) return
  await updateCopy(copy, state, first, making)
  for (const { list, name, differences } of await differing())
    for (const { property } of differences)
      if (!MADE_ANEW.includes(`${list}/${property}`))
        leftOut.add(`${list}/${name}: ${property}`, 'It is not as at the source, whatever is asked for.')
}

/** Properties that a copy makes itself where the source does not show them. */
const MADE_ANEW: readonly string[] = ['apiTokens/secret']

/** Lists that a new instance has items of, which the source may not have. */
const GIVEN = ['environments', 'contextFields', 'tagTypes'] as const

const onlyThese = (items: ScenarioItems): ScenarioItems =>
  Object.fromEntries(GIVEN.flatMap((list) => (items[list] ? [[list, items[list]]] : [])))

/** Update of a copy: its source now and the last time, and what differs three ways. */
export interface UpdatePlan extends SourceState {
  base: ScenarioItems
  merged: MergedItem[]
}

/** Plans the update of a copy by the state that its source had the last time. Nothing is written. */
export async function planUpdate(sides: CopySides, base: ScenarioItems, making: Making): Promise<UpdatePlan> {
  const state = { ...(await readSource(sides, making)), base }
  return { ...state, merged: await mergeNow(sides.copy, state, { choices: [] }, making.signal) }
}

/**
 * Merges again with the choices of a person, as the copy is by now. Items that only one of the choices could decide are conflicts
 * still.
 */
export async function mergeNow(
  copy: PromotionInstance,
  { items, leftOut, base }: Omit<UpdatePlan, 'merged'>,
  choices: Choices,
  signal: AbortSignal,
): Promise<MergedItem[]> {
  const own = await readHalyardInstance(copy, { signal, onProgress: () => {} })
  const mine = await settled(own.items, new Set())
  const turn = new Turn()
  const merged: MergedItem[] = []
  for (const one of mergeItems({ base, mine, theirs: items }, choices)) {
    // what could not be read there has not gone
    if (one && !leftOut.hasItem(one)) merged.push(one)
    await turn.pause()
  }
  return merged
}

/** Makes a copy what a merge says: what changes, and then what goes. */
export async function updateCopy(
  copy: PromotionInstance,
  { leftOut }: SourceState,
  merged: readonly MergedItem[],
  making: Making,
): Promise<void> {
  const changed = listsOf(merged, ({ action, result }) =>
    result && (action === 'create' || action === 'change' || action === 'revive') ? asStored(result) : null,
  )
  const gone = listsOf(merged, ({ action, mine }) => (action === 'archive' ? (mine ?? null) : null))
  await applyAll(copy, changed, { leftOut, making, last: [{ items: gone, remove: true }] })
}

/** A flag in the archive has no dependencies. */
function asStored(item: object): object {
  if (!('archived' in item) || item.archived !== true || !('dependencies' in item)) return item
  const { dependencies: _none, ...flag } = item
  return flag
}

function listsOf(merged: readonly MergedItem[], itemOf: (one: MergedItem) => object | null): ScenarioItems {
  const lists: Partial<Record<ScenarioList, object[]>> = {}
  for (const one of merged) {
    const item = itemOf(one)
    if (item) (lists[one.list] ??= []).push(item)
  }
  return lists as ScenarioItems
}

/** State of a source without what the copy could not take: the next update tries that again. */
export const baseOf = ({ items, leftOut }: SourceState): ScenarioItems =>
  Object.fromEntries(
    Object.entries(items).map(([list, all]) => [
      list,
      (all as never[]).filter((item) => !leftOut.hasItem({ list, name: keyOf(list as ScenarioList, item) })),
    ]),
  )

/** Numbers of the items of a copy, by list. */
export const countsOf = (items: ScenarioItems): Record<string, number> =>
  Object.fromEntries(Object.entries(items).map(([list, all]) => [list, all.length]))

/** Proves that both answer the same, for the contexts of a person or for sampled ones. */
export async function proveCopy(
  { source, copy }: CopySides,
  items: ScenarioItems,
  { signal, onProgress }: Making,
  chosen?: readonly ProofContext[],
): Promise<CopyProof> {
  const contexts = chosen ?? (await sampleContexts(items, numberOfContexts(items, MAX_CONTEXTS)))
  return prove(source, copy, {
    items,
    contexts,
    signal,
    onProgress: (done, of) => onProgress('proving', 'Answers', done, of),
  })
}

interface Applying {
  leftOut: LeftOuts
  making: Making
  /** Stages after those of the items. */
  last: Stage[]
}

async function applyAll(
  copy: PromotionInstance,
  items: ScenarioItems,
  { leftOut, making, last }: Applying,
): Promise<void> {
  const { signal, onProgress } = making
  const flags = items.flags?.length ?? 0
  let done = 0
  for await (const stage of stagesOf(items)) {
    onProgress('applying', stage.items.flags ? 'Flags' : 'Settings', done, flags)
    await applyStage(copy, stage, { leftOut, signal })
    done += stage.items.flags?.length ?? 0
  }
  for (const stage of last) await applyStage(copy, stage, { leftOut, signal })
  onProgress('applying', 'Flags', done, flags)
}

/** Completes items as a copy stores them, so that both sides can be compared, and leaves out types that it has by itself. */
async function settled(items: ScenarioItems, builtIn: ReadonlySet<string>): Promise<ScenarioItems> {
  const { flags, strategyTypes, ...complete } = await completeScenario(items, items)
  return {
    ...complete,
    ...(strategyTypes ? { strategyTypes: strategyTypes.filter(({ name }) => !builtIn.has(name)) } : {}),
    ...(flags ? { flags: await mapInSteps(flags, withBriefStrategies) } : {}),
  }
}

const Types = z.object({ strategies: z.array(z.object({ name: z.string(), editable: z.boolean() })) })

async function builtInTypes(copy: PromotionInstance, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const { strategies } = await readerOf(copy, signal)('getAllStrategies', Types)
  return new Set(strategies.filter(({ editable }) => !editable).map(({ name }) => name))
}

/** Writes how a copy was made, and the state that later updates go by: after that it is whole. */
export async function recordCopy(
  folder: string,
  { state, ...facts }: Pick<CopyRecord, 'source' | 'version' | 'proof'> & { state: SourceState },
): Promise<void> {
  await writeBase(folder, baseOf(state))
  writeCopyRecord(folder, {
    halyardCopy: 1,
    ...facts,
    copiedAt: new Date().toISOString(),
    isWhole: true,
    counts: countsOf(state.items),
    leftOut: state.leftOut.all,
  })
}

const Status = z.object({ contractVersion: z.string() })

/** Asks which version an instance answers as; null: it does not say. */
export async function versionOf(side: PromotionInstance, signal: AbortSignal): Promise<string | null> {
  const status = Status.safeParse(
    await ask(side, { path: 'status', type: 'query', input: undefined, signal }),
  )
  return (status.success && toVersion(status.data.contractVersion)) || null
}
