import { toExport } from '#shared/transfer/import-export/scenario-flags.ts'
import type { PlannedStep } from '#shared/transfer/scenario/plan-scenario.ts'
import type { ImportFlags } from '#shared/transfer/schemas/import-export.ts'
import type { ScenarioFlag, ScenarioFlagEnvironment } from '#shared/transfer/schemas/scenario.ts'
import { ownValue } from '#shared/own-value.ts'
import { isOf } from '#domains/transfer/scenario-steps/step-performer.ts'
import { Turn } from '#runtime/turn.ts'
import { groupRows } from '#store/group-rows.ts'
import { DEFAULT_PROJECT } from '../compare-flags.ts'
import type { Exported } from '../read-export.ts'

/** Fewer new flags than these are written one by one: the event log there then says each step. */
export const MIN_IN_FILES = 10
/** Bounds of a batch. A service takes 500 kB, and has to answer in time: it works on each flag and strategy of a file by itself. */
const MAX_FLAGS = 50
const MAX_STRATEGIES = 150
const MAX_BYTES = 200 * 1024

/** New flags of one project that a service imports together. */
export interface FlagBatch {
  project: string
  flags: readonly string[]
  /** Files to import in this order, one for each environment: the first creates the flags. */
  files: readonly ImportFlags[]
}

/**
 * Puts new flags into files as the service imports them, parents before their children. Flags are left out that have no environment
 * without approvals: an import would ask for approval, or go round it.
 */
export async function flagBatches(steps: readonly PlannedStep[], to: Exported): Promise<FlagBatch[]> {
  const created = steps
    .filter(isOf('flags'))
    .flatMap(({ action, after }) => (action === 'create' ? [after] : []))
  if (created.length < MIN_IN_FILES) return []
  const batches: FlagBatch[] = []
  const turn = new Turn()
  for (const [project, flags] of groupRows(created, ({ project }) => project ?? DEFAULT_PROJECT)) {
    const isFree = freeEnvironments(project, to)
    const [roots, children] = parted(flags.filter((flag) => homeOf(flag, isFree) !== undefined))
    for (const some of [roots, children])
      for (const batch of inBatches(some)) {
        batches.push(toBatch(project, batch, isFree))
        await turn.pause()
      }
  }
  return batches
}

/** Names that files bring: of all flags in them. */
export const flagsIn = (batches: readonly FlagBatch[]): string[] => batches.flatMap(({ flags }) => flags)

type IsFree = (environment: string) => boolean

function freeEnvironments(project: string, { projects }: Exported): IsFree {
  const approvals = projects.find(({ id }) => id === project)?.approvals ?? {}
  return (environment) => (ownValue(approvals, environment) ?? null) === null
}

/** Environment whose file creates a flag. */
const homeOf = ({ environments = {} }: ScenarioFlag, isFree: IsFree): string | undefined => {
  const free = Object.entries(environments).filter(([name]) => isFree(name))
  return (free.find(([, state]) => saysSomething(state)) ?? free[0])?.[0]
}

const saysSomething = ({ enabled, strategies = [], variants = [] }: ScenarioFlagEnvironment): boolean =>
  enabled === true || strategies.length > 0 || variants.length > 0

/** Parts flags without parents, and those with some. Parents of other projects are no parents for an import. */
function parted(flags: readonly ScenarioFlag[]): [ScenarioFlag[], ScenarioFlag[]] {
  const roots = flags.filter(({ dependencies = [] }) => dependencies.length === 0)
  const known = new Set(roots.map(({ name }) => name))
  const [ready, others] = [new Array<ScenarioFlag>(), new Array<ScenarioFlag>()]
  for (const flag of flags) {
    const { dependencies = [], ...rest } = flag
    if (dependencies.length === 0) continue
    if (dependencies.every(({ feature }) => known.has(feature))) ready.push(flag)
    // set once all flags are there
    else others.push(rest)
  }
  return [[...roots, ...others], ready]
}

function* inBatches(flags: readonly ScenarioFlag[]): Generator<ScenarioFlag[]> {
  let batch: ScenarioFlag[] = []
  let [strategies, bytes] = [0, 0]
  for (const flag of flags) {
    const more = strategiesOf(flag)
    const size = Buffer.byteLength(JSON.stringify(flag))
    const isFull =
      batch.length === MAX_FLAGS || strategies + more > MAX_STRATEGIES || bytes + size > MAX_BYTES
    if (batch.length > 0 && isFull) {
      yield batch
      batch = []
      strategies = 0
      bytes = 0
    }
    batch.push(flag)
    strategies += more
    bytes += size
  }
  if (batch.length > 0) yield batch
}

/** Number of strategies of a flag in the environment with most of them. */
const strategiesOf = ({ environments = {} }: ScenarioFlag): number =>
  Math.max(0, ...Object.values(environments).map(({ strategies = [] }) => strategies.length))

function toBatch(project: string, flags: readonly ScenarioFlag[], isFree: IsFree): FlagBatch {
  const placed = flags.flatMap((flag) => {
    const home = homeOf(flag, isFree)
    return Object.entries(flag.environments ?? {})
      .filter(([name, state]) => name === home || (isFree(name) && saysSomething(state)))
      .map(([environment, state]) => ({
        environment,
        flag: { ...flag, environments: { [environment]: state } },
      }))
  })
  const files = [...groupRows(placed, ({ environment }) => environment)].map(([environment, some]) => ({
    project,
    environment,
    data: toExport(
      some.map(({ flag }) => flag),
      { contextFields: [], tagTypes: [] },
    ),
  }))
  return { project, flags: flags.map(({ name }) => name), files }
}
