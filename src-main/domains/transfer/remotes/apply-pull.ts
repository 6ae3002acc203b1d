import { isEqual } from '#shared/configuration/equality.ts'
import { toExport } from '#shared/transfer/import-export/scenario-flags.ts'
import { ImportFlags, type ExportedFlags } from '#shared/transfer/schemas/import-export.ts'
import type { PullLine } from '#shared/transfer/schemas/remote.ts'
import type { ScenarioFlag } from '#shared/transfer/schemas/scenario.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { revive } from '#domains/flags/features/archived-flags.ts'
import { removeDependencies } from '#domains/flags/dependencies/change-dependencies.ts'
import { readParents } from '#domains/flags/dependencies/dependencies.store.ts'
import { archiveFlags } from '#domains/flags/features/archive-flags.ts'
import { findFeatures, orphaningParents } from '#domains/flags/features/features.store.ts'
import { requireRoom } from '#domains/flags/features/feature-limit.ts'
import type { StoredFeature } from '#domains/flags/features/feature.ts'
import { deleteLinkRow, readLinks } from '#domains/flags/flag-links/flag-links.store.ts'
import type { KeptParts } from '../import-export/import-environment.ts'
import { importFlags } from '../import-export/import-flags.ts'
import { readSituation } from '../import-export/import-situation.ts'
import { requireNoErrors } from '../import-export/find-problems.ts'
import { requireActiveProject } from '#domains/projects/projects/projects.store.ts'
import { fieldsOfStrategies } from '../scenario/used-fields.ts'
import type { RemoteData } from './fetch-remote-data.ts'
import { flagsOf, pathOf, type Pull } from './pull.ts'

interface Application {
  line: PullLine
  theirs: RemoteData
  pulled: Pull
}

/**
 * Applies a pull through the import of files. Kept parts of flags are not changed. Returns the flags that stay here because others
 * depend on them, although the remote has archived them. Throws the error of the first rule that blocks it.
 */
export async function applyPull(
  context: MutationContext,
  { line, theirs, pulled }: Application,
): Promise<string[]> {
  const { project, environment } = line
  const changing = pulled.flags.filter(({ action }) => action !== 'leave' && action !== 'archive')
  const wanted = changing.flatMap(({ result }) => result ?? [])
  await reviveFlags(context, project, flagsOf(pulled.flags, 'revive'))
  if (wanted.length > 0) {
    const data = toExport(wanted, wordsOf(wanted, theirs.words))
    // validate remote data like a request
    const situation = await readSituation(context, ImportFlags.parse({ project, environment, data }))
    requireNoErrors(context, situation)
    await takeOff(context, wanted, situation.existing)
    await importFlags(context, situation, partsToKeep(changing, line))
  }
  const { archived, kept } = await withoutParents(context.everything, flagsOf(pulled.flags, 'archive'))
  await archiveFlags(context, await findFeatures(context.everything, archived))
  return kept
}

/** Finds those of some flags that can be archived at once, and the others: parents of flags that stay. */
async function withoutParents(queries: Queries, names: readonly string[]) {
  let archived = [...names]
  for (;;) {
    const parents = await orphaningParents(queries, archived)
    if (parents.length === 0) return { archived, kept: names.filter((name) => !archived.includes(name)) }
    archived = archived.filter((name) => !parents.includes(name))
  }
}

async function reviveFlags(context: MutationContext, project: string, names: string[]): Promise<void> {
  if (names.length === 0) return
  await requireRoom(context, await requireActiveProject(context.everything, project), names.length)
  await revive(context, project, await findFeatures(context.everything, names))
}

/** Removes links and dependencies that should be gone. This runs before the import, which only adds them. */
async function takeOff(
  context: MutationContext,
  wanted: readonly ScenarioFlag[],
  existing: ReadonlyMap<string, StoredFeature>,
): Promise<void> {
  const { everything } = context
  for (const { name, links = [], dependencies = [] } of wanted) {
    const flag = existing.get(name)
    if (!flag) continue
    for (const { id, url, title } of await readLinks(everything, [name])) {
      if (links.some((one) => isEqual(one, { url, title }))) continue
      await deleteLinkRow(everything, id)
      context.record({
        type: 'feature-link-removed',
        project: flag.project,
        featureName: name,
        preData: { id, url, title },
      })
    }
    const parents = (await readParents(everything, name)).map(({ parent, enabled, variants }) => ({
      feature: parent,
      enabled,
      variants: [...variants].sort(),
    }))
    const stay = parents.every((one) => dependencies.some((goal) => isEqual(goal, one)))
    if (!stay) await removeDependencies(context, flag)
  }
}

/** Finds the existing flags whose strategies, or variants, take nothing from the remote. */
function partsToKeep(changing: Pull['flags'], line: PullLine): KeptParts {
  const keeping = (part: 'strategies' | 'variants') =>
    new Set(
      changing
        .filter(
          ({ action, differences }) =>
            action === 'change' &&
            !differences.some(({ property, take }) => property === pathOf(part, line) && take === 'theirs'),
        )
        .map(({ name }) => name),
    )
  return { strategies: keeping('strategies'), variants: keeping('variants') }
}

/** Selects the context fields and tag types that the given flags use. */
function wordsOf(
  flags: readonly ScenarioFlag[],
  { contextFields, tagTypes }: RemoteData['words'],
): Pick<ExportedFlags, 'contextFields' | 'tagTypes'> {
  const types = new Set(flags.flatMap(({ tags = [] }) => tags.map(({ type }) => type)))
  const fields = new Set(flags.flatMap(fieldsOfStrategies))
  return {
    contextFields: contextFields?.filter(({ name }) => fields.has(name)),
    tagTypes: tagTypes.filter(({ name }) => types.has(name)),
  }
}
