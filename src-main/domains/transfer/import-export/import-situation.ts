import type { ImportFlags } from '#shared/transfer/schemas/import-export.ts'
import { badData } from '#kernel/app-error.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { groupRows } from '#store/group-rows.ts'
import { readContextFields } from '#domains/flags/context/context-fields.store.ts'
import { findFeatures } from '#domains/flags/features/features.store.ts'
import type { StoredFeature } from '#domains/flags/features/feature.ts'
import {
  projectHasEnvironment,
  requireActiveProject,
  type ActiveProject,
} from '#domains/projects/projects/projects.store.ts'
import { readSegments } from '#domains/flags/segments/segments.store.ts'
import { readStrategyTypes } from '#domains/flags/strategy-types/strategy-types.store.ts'
import { readTagTypes } from '#domains/flags/tags/tags.store.ts'

/** Input of an import: the file, and the parts of it that already exist here. */
export interface ImportSituation {
  input: ImportFlags
  project: ActiveProject
  /** Strategies, variants, states and dependencies are requested instead of set. */
  isRequested: boolean
  /** Flags of the file's names, wherever they are, archived or not. */
  existing: ReadonlyMap<string, StoredFeature>
  /** Flags that dependencies of the file name as parents. */
  parents: ReadonlyMap<string, StoredFeature>
  contextFields: ReadonlyMap<string, { legalValues: readonly { value: string }[] }>
  tagTypes: ReadonlySet<string>
  strategyTypes: ReadonlySet<string>
  /** The ids of our segments, by the ids of the file: segments are the same when their names are. */
  segments: ReadonlyMap<number, number>
  /** Names of segments of the file that are not here, or not for this project. */
  missingSegments: string[]
  parts: PartsOfFlags
}

/** Parts of the file by the flag's name, grouped once rather than once for each flag. */
const partsOf = ({ data }: ImportFlags) => ({
  strategies: groupRows(data.featureStrategies, (one) => one.featureName),
  environments: groupRows(data.featureEnvironments ?? [], (one) => one.featureName),
  tags: groupRows(data.featureTags ?? [], (one) => one.featureName),
  links: groupRows(data.links ?? [], (one) => one.feature),
  dependencies: groupRows(data.dependencies ?? [], (one) => one.feature),
})

type PartsOfFlags = ReturnType<typeof partsOf>

/** Reads the data for an import into a project and environment. Throws 404 and 400 if these do not exist. */
export async function readSituation(
  { visible: queries, everything }: Pick<QueryContext, 'visible' | 'everything'>,
  input: ImportFlags,
): Promise<ImportSituation> {
  const { data } = input
  const project = await requireActiveProject(queries, input.project)
  if (!(await projectHasEnvironment(queries, project.id, input.environment)))
    throw badData('You have not added the current environment to the project', '/body/environment')
  const flags = await findFeatures(
    // flag names are unique across projects
    everything,
    data.features.map((feature) => feature.name),
  )
  const parents = await findFeatures(
    queries,
    (data.dependencies ?? []).flatMap((one) => one.dependencies.map((parent) => parent.feature)),
  )
  const usable = (await readSegments(queries)).filter(
    (segment) => segment.project === null || segment.project === project.id,
  )
  const idOf = new Map(usable.map((segment) => [segment.name, segment.id]))
  return {
    input,
    project,
    isRequested: false,
    existing: new Map(flags.map((flag) => [flag.name, flag])),
    parents: new Map(parents.map((flag) => [flag.name, flag])),
    contextFields: new Map((await readContextFields(queries)).map((field) => [field.name, field])),
    tagTypes: new Set((await readTagTypes(queries)).map((type) => type.name)),
    strategyTypes: new Set((await readStrategyTypes(queries)).map((type) => type.name)),
    segments: new Map(
      (data.segments ?? []).flatMap(({ id, name }) => {
        const here = idOf.get(name)
        return here === undefined ? [] : [[id, here]]
      }),
    ),
    parts: partsOf(input),
    missingSegments: (data.segments ?? []).map(({ name }) => name).filter((name) => !idOf.has(name)),
  }
}

/** Lists the file's flags to import. Flags archived here stay unchanged. */
export const importable = ({ input, existing }: ImportSituation) =>
  input.data.features.filter((feature) => !existing.get(feature.name)?.archivedAt)
