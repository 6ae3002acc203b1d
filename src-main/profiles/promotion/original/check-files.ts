import { z } from 'zod'

import { ImportFindings, type ImportFlags } from '#shared/transfer/schemas/import-export.ts'
import type { ScenarioItems } from '#shared/transfer/schemas/scenario.ts'
import { AppError } from '#kernel/app-error.ts'
import { mapAtOnce } from '#runtime/map-at-once.ts'
import type { Exported } from '../read-export.ts'
import { ask, type PromotionInstance } from '../side.ts'
import { readerOf } from './ask-original.ts'
import { flagsIn, type FlagBatch } from './flag-files.ts'

/** Files that a service checks at once: each holds a hundred flags. */
const AT_ONCE = 2

/** Outcome of a check of files: what the service would refuse of them, or change. */
export interface CheckedFiles {
  /** New flags whose names the service has not accepted yet: they have to be asked for one by one. */
  unsure: ReadonlySet<string>
  /** Flags that can't come by files, and are written one by one. */
  unfit: ReadonlySet<string>
  notes: string[]
}

interface Checking {
  items: ScenarioItems
  to: Exported
  /** Names alone are checked: it is not yet decided that what they need is created. */
  lacks: boolean
  signal: AbortSignal
}

const Caller = z.object({ user: z.object({ id: z.number().nullish() }) })

/** Asks a service about files of new flags, without importing them. */
export async function checkFiles(
  side: PromotionInstance,
  batches: readonly FlagBatch[],
  { items, to, lacks, signal }: Checking,
): Promise<CheckedFiles> {
  const unsure = new Set<string>()
  const unfit = new Set<string>()
  const notes = new Set<string>()
  if (batches.length === 0) return { unsure, unfit, notes: [] }
  const all = flagsIn(batches)
  // admin tokens have no account, without which there is no import
  const { user } = await readerOf(side, signal)('getMe', Caller)
  if (user.id == null) {
    for (const name of all) unfit.add(name)
    notes.add(
      `${side.name} imports files for people only, not for an admin token. The ${all.length} new flags are written one by one, which takes longer. Sign in with a personal access token to have them imported.`,
    )
  }
  const expected = new Set([...all, ...createdBefore(items)])
  await mapAtOnce(batches, AT_ONCE, async ({ project, flags, files }) => {
    const names = new Set(flags)
    const addAll = (some: Set<string>) => names.forEach((name) => some.add(name))
    // the project comes with the promotion: it cannot be asked about it yet
    if (!to.projects.some(({ id }) => id === project)) return addAll(unsure)
    for (const file of files) {
      const found = await findingsOf(side, lacks ? withNamesAlone(file) : file, signal)
      if (found === undefined) {
        addAll(unsure)
        addAll(unfit)
        return
      }
      for (const { message, affectedItems } of found) {
        const others = affectedItems.filter((one) => !expected.has(one) && !expected.has(nameIn(one)))
        for (const name of affectedItems.map(nameIn).filter((one) => names.has(one))) {
          unsure.add(name)
          unfit.add(name)
        }
        if (others.length === 0) continue
        addAll(unfit)
        notes.add(
          `${side.name} would not import some new flags of ${project} for ${file.environment}, so that they are written one by one: ${message} ${others.slice(0, MAX_NAMED).join(', ')}`,
        )
      }
    }
  })
  return { unsure, unfit, notes: [...notes] }
}

const MAX_NAMED = 5

/** Names of what the promotion creates before its flags. */
const createdBefore = ({
  segments = [],
  strategyTypes = [],
  tagTypes = [],
  contextFields = [],
}: ScenarioItems) =>
  [segments, strategyTypes, tagTypes, contextFields].flatMap((some) => some.map(({ name }) => name))

/** Name of a flag; a remark such as "(in project web)" may follow it. */
export const nameIn = (item: string): string => item.split(' ', 1)[0] ?? ''

const withNamesAlone = ({ data, ...file }: ImportFlags): ImportFlags => ({
  ...file,
  data: { features: data.features, featureStrategies: [], tagTypes: [] },
})

/** Findings of a file; undefined: the service does not check it. */
export async function findingsOf(side: PromotionInstance, body: ImportFlags, signal: AbortSignal) {
  try {
    const answer = await ask(side, { path: 'validateImport', type: 'mutation', input: { body }, signal })
    const { errors, warnings, permissions } = ImportFindings.parse(answer)
    return [...errors, ...warnings, ...permissions]
  } catch (error) {
    if (error instanceof AppError || error instanceof z.ZodError) return undefined
    throw error
  }
}
