import { z } from 'zod'

import { SCENARIO_ITEMS, type ScenarioFlag } from '#shared/transfer/schemas/scenario.ts'
import { mapAtOnce } from '#runtime/map-at-once.ts'
import { unlessMissing, type Reader } from '../../promotion/original/ask-original.ts'
import { EnvironmentVariants, Strategies } from '../../promotion/original/original-shapes.ts'
import { AT_ONCE } from '../../promotion/original/read-original.ts'
import { issueOf, toState } from '../../promotion/original/to-scenario-flag.ts'
import { inNumber, type LeftOuts } from '../left-out.ts'

const PAGE = 100

const Found = z.object({
  features: z.array(
    z.object({
      name: z.string(),
      project: z.string(),
      type: z.string().nullish(),
      description: z.string().nullish(),
      stale: z.boolean().nullish(),
      impressionData: z.boolean().nullish(),
      tags: z.array(z.object({ type: z.string(), value: z.string() })).nullish(),
      environments: z
        .array(
          z.object({
            name: z.string(),
            hasStrategies: z.boolean().nullish(),
            variantCount: z.int().nullish(),
          }),
        )
        .nullish(),
    }),
  ),
  total: z.int(),
})
type FoundFlag = z.output<typeof Found>['features'][number]

interface ArchiveContext {
  segments: ReadonlyMap<number, string>
  leftOut: LeftOuts
  onFlag: (read: number, all: number) => void
}

/**
 * Reads the flags in the archive: no list but the search has them, and of their contents a service shows no more than the
 * strategies and variants of each environment.
 */
export async function readArchivedFlags(
  read: Reader,
  { segments, leftOut, onFlag }: ArchiveContext,
): Promise<ScenarioFlag[]> {
  const found = await findArchived(read)
  if (found.length > 0)
    leftOut.add(
      `Links and dependencies of ${inNumber(found.length, 'archived flag')}`,
      'The service does not show them until a flag is revived.',
    )
  let done = 0
  const flags = await mapAtOnce(found, AT_ONCE, async (one) => {
    const item = SCENARIO_ITEMS.flags.safeParse({
      name: one.name,
      project: one.project,
      type: one.type ?? 'release',
      description: one.description ?? null,
      stale: one.stale ?? false,
      impressionData: one.impressionData ?? false,
      archived: true,
      tags: (one.tags ?? []).map(({ type, value }) => ({ type, value })),
      environments: Object.fromEntries(await readStates(read, one, segments)),
    })
    onFlag((done += 1), found.length)
    if (item.success) return [item.data]
    leftOut.addItem(`flags/${one.name}`, issueOf(item.error))
    return []
  })
  return flags.flat()
}

async function findArchived(read: Reader): Promise<FoundFlag[]> {
  const found = new Map<string, FoundFlag>()
  for (let offset = 0; ; offset += PAGE) {
    const query = {
      archived: 'IS:true',
      limit: String(PAGE),
      offset: String(offset),
      sortBy: 'name',
      sortOrder: 'asc',
    }
    const { features, total } = await read('searchFeatures', Found, { query })
    for (const one of features) found.set(one.name, one)
    // by the total, too: a service that ignored the offset would fill each page
    if (features.length < PAGE || offset + PAGE >= total) return [...found.values()]
  }
}

/** Reads an archived flag in its environments. All of them are off when it is revived. */
async function readStates(
  read: Reader,
  { name: featureName, project: projectId, environments }: FoundFlag,
  segments: ReadonlyMap<number, string>,
) {
  const states: (readonly [string, ReturnType<typeof toState>])[] = []
  for (const { name: environment, hasStrategies, variantCount } of environments ?? []) {
    const params = { projectId, featureName, environment }
    const strategies =
      hasStrategies === false ? [] : await unlessMissing(read('getFeatureStrategies', Strategies, { params }))
    const variants =
      (variantCount ?? 0) > 0
        ? (await unlessMissing(read('getEnvironmentFeatureVariants', EnvironmentVariants, { params })))
            ?.variants
        : []
    states.push([
      environment,
      toState(
        { name: environment, enabled: false, strategies: strategies ?? [], variants: variants ?? [] },
        segments,
      ),
    ])
  }
  return states
}
