import { createHash } from 'node:crypto'

import { scenarioFlagsOf } from '#shared/transfer/import-export/scenario-flags.ts'
import { takingOf, type Choices, type Difference, type MergeAction } from '#shared/transfer/merge.ts'
import { mergeList, SEPARATOR, type MergedItem } from '#shared/transfer/scenario/merge-items.ts'
import { FlagProperty, type RemotePull } from '#shared/transfer/schemas/remote-pull.ts'
import type { PullLine } from '#shared/transfer/schemas/remote.ts'
import type { Queries } from '#store/queries.ts'
import { findFeatures } from '#domains/flags/features/features.store.ts'
import { readExport } from '../import-export/export-flags.read-model.ts'
import type { RemoteData } from './fetch-remote-data.ts'
import { findBase, type StoredRemote } from './remotes.store.ts'

/** Pull in its current state: the differences, and the decision on each. */
export interface Pull {
  flags: MergedItem<'flags'>[]
  alike: number
  /** Hash of both sides and of the last pull. It stays equal as long as none of them changes. */
  fingerprint: string
  lastPulledAt: string | null
}

export async function readPull(
  queries: Queries,
  { remote, theirs, pull }: { remote: StoredRemote; theirs: RemoteData; pull: RemotePull },
): Promise<Pull> {
  const { base, pulledAt } = await findBase(queries, remote.id, pull)
  const names = [...new Set([...base, ...theirs.flags].map(({ name }) => name))]
  const { mine, archived } = await readMine(queries, names, pull)
  const sides = { base: { flags: base }, mine: { flags: mine }, theirs: { flags: theirs.flags }, archived }
  const flags = [...mergeList('flags', sides, takingOf(choicesOf(pull)))].filter((one) => one !== null)
  const all = JSON.stringify([base, mine, theirs.flags, [...archived]])
  return {
    flags,
    alike: names.length - flags.length,
    fingerprint: createHash('sha256').update(all).digest('base64url'),
    lastPulledAt: pulledAt,
  }
}

const AT_ENVIRONMENT: ReadonlySet<string> = new Set(['enabled', 'strategies', 'variants'])

/** Names a property of a flag as its merge does: some are properties of its environment. */
export const pathOf = (property: string, { environment }: PullLine): string =>
  AT_ENVIRONMENT.has(property) ? ['environments', environment, property].join(SEPARATOR) : property

/** The merge names a flag with its list. */
const choicesOf = ({ choices, conflicts, ...line }: RemotePull): Choices => ({
  choices: choices.map(({ flag, property, take }) => ({
    item: `flags/${flag}`,
    property: property && pathOf(property, line),
    take,
  })),
  conflicts,
})

/** Makes the form on the wire: properties of the environment stand among those of the flag. */
export const toMergedFlag = ({ name, action, differences }: Pull['flags'][number]) => ({
  flag: name,
  deed: action,
  differences: differences.map((one) => ({ ...one, property: propertyOf(one) })),
})

const propertyOf = ({ property }: Difference) => FlagProperty.parse(property.split(SEPARATOR).at(-1))

/** Lists the conflicts without a choice. */
export const openConflicts = (flags: Pull['flags']): { flag: string; property: string }[] =>
  flags.flatMap(({ name, differences }) =>
    differences.filter(({ take }) => take === null).map((one) => ({ flag: name, property: propertyOf(one) })),
  )

/** Names the flags to which something happens. */
export const flagsOf = (flags: Pull['flags'], action: MergeAction): string[] =>
  flags.filter((one) => one.action === action).map(({ name }) => name)

/** A pull as it can be: flags that others depend on stay, and notes say so. */
export function withKept({ flags, ...pull }: Pull, kept: readonly string[]): Pull & { notes: string[] } {
  return {
    ...pull,
    flags: flags.map((one) => (kept.includes(one.name) ? { ...one, action: 'leave' } : one)),
    notes: kept.map((flag) => `${flag} is archived at the remote and stays here: other flags depend on it.`),
  }
}

/** Reads the project's flags of these names here. A flag of another project cannot be taken over. */
async function readMine(queries: Queries, names: string[], { project, environment }: PullLine) {
  const stored = (await findFeatures(queries, names)).filter((flag) => flag.project === project)
  const live = stored.filter((flag) => flag.archivedAt === null).map(({ name }) => name)
  const archived = stored.filter((flag) => flag.archivedAt !== null).map(({ name }) => name)
  const data = await readExport(queries, { environment, features: live })
  return { mine: scenarioFlagsOf(data, environment), archived: new Set(archived) }
}
