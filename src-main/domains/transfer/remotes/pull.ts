import { createHash } from 'node:crypto'

import { mergeFlags, toFlagStates, type FlagStates, type MergedFlag } from '#shared/transfer/remotes/index.ts'
import type { RemotePull } from '#shared/transfer/schemas/remote-pull.ts'
import type { Queries } from '#store/queries.ts'
import { findFeatures } from '#domains/flags/features/features.store.ts'
import { readExport } from '../import-export/export-flags.read-model.ts'
import type { RemoteData } from './fetch-remote-data.ts'
import { findBase, type StoredRemote } from './remotes.store.ts'

/** Pull in its current state: the differences, and the decision on each. */
export interface Pull {
  flags: MergedFlag[]
  alike: number
  /** Hash of both sides and of the last pull. It stays equal as long as none of them changes. */
  fingerprint: string
  lastPulledAt: string | null
}

export async function readPull(
  queries: Queries,
  { remote, theirs, pull }: { remote: StoredRemote; theirs: RemoteData; pull: RemotePull },
): Promise<Pull> {
  const stored = await findBase(queries, remote.id, pull)
  const base: FlagStates = stored?.base ?? new Map()
  const names = [...new Set([...base.keys(), ...theirs.states.keys()])]
  const { mine, archived } = await readMine(queries, names, pull)
  const flags = mergeFlags({ base, mine, theirs: theirs.states, archived }, pull)
  const sides = JSON.stringify([[...base], [...mine], [...theirs.states], [...archived]])
  return {
    flags,
    alike: names.length - flags.length,
    fingerprint: createHash('sha256').update(sides).digest('base64url'),
    lastPulledAt: stored?.pulledAt ?? null,
  }
}

/** A pull as it can be: flags that others depend on stay, and notes say so. */
export function withKept({ flags, ...pull }: Pull, kept: readonly string[]): Pull & { notes: string[] } {
  return {
    ...pull,
    flags: flags.map((one) => (kept.includes(one.flag) ? { ...one, deed: 'leave' } : one)),
    notes: kept.map((flag) => `${flag} is archived at the remote and stays here: other flags depend on it.`),
  }
}

/** Reads the project's flags of these names here. A flag of another project cannot be taken over. */
async function readMine(queries: Queries, names: string[], { project, environment }: RemotePull) {
  const stored = (await findFeatures(queries, names)).filter((flag) => flag.project === project)
  const live = stored.filter((flag) => flag.archivedAt === null).map(({ name }) => name)
  const archived = stored.filter((flag) => flag.archivedAt !== null).map(({ name }) => name)
  const data = await readExport(queries, { environment, features: live })
  return { mine: toFlagStates(data), archived: new Set(archived) }
}
