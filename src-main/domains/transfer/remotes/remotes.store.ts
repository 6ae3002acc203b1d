import type { Selectable } from 'kysely'

import type { PullLine } from '#shared/transfer/schemas/remote.ts'
import type { ScenarioFlag, ScenarioFlagEnvironment } from '#shared/transfer/schemas/scenario.ts'
import { notFound } from '#kernel/app-error.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import type { RemotePullsTable } from '#store/remote-schema.ts'

export interface StoredRemote {
  id: number
  name: string
  url: string
  createdAt: string
  /** Sealed terms of the connection. Null: the usual ones. */
  connection: string | null
}

const COLUMNS = ['id', 'name', 'url', 'created_at as createdAt', 'connection'] as const

export async function readRemotes(queries: Queries): Promise<StoredRemote[]> {
  return queries.selectFrom('remotes').select(COLUMNS).orderBy('name').execute()
}

export async function requireRemote(queries: Queries, id: number): Promise<StoredRemote> {
  const remote = await queries.selectFrom('remotes').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  if (!remote) throw notFound(`There is no remote with id ${id}.`)
  return remote
}

export async function findRemoteByName(queries: Queries, name: string): Promise<{ id: number } | undefined> {
  return queries.selectFrom('remotes').select('id').where('name', '=', name).executeTakeFirst()
}

export async function insertRemote(
  queries: Queries,
  { name, url, createdAt, connection }: Omit<StoredRemote, 'id'>,
): Promise<StoredRemote> {
  const { id } = await queries
    .insertInto('remotes')
    .values({ name, url, created_at: createdAt, connection })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name, url, createdAt, connection }
}

export async function updateRemoteRow(
  queries: Queries,
  { id, name, url, connection }: StoredRemote,
): Promise<void> {
  await queries.updateTable('remotes').set({ name, url, connection }).where('id', '=', id).execute()
}

export async function deleteRemoteRow(queries: Queries, id: number): Promise<void> {
  await queries.deleteFrom('remotes').where('id', '=', id).execute()
}

export interface StoredPull extends PullLine {
  remoteId: number
  flags: number
  pulledAt: string
}

/** Reads all pulls, without the pulled data. */
export async function readPulls(queries: Queries): Promise<StoredPull[]> {
  const rows = await queries
    .selectFrom('remote_pulls')
    .select([
      'remote_id',
      'from_environment',
      'from_project',
      'from_tag',
      'project',
      'environment',
      'flags',
      'pulled_at',
    ])
    .orderBy('pulled_at', 'desc')
    .execute()
  return rows.map((row) => ({
    remoteId: row.remote_id,
    from: {
      environment: row.from_environment,
      ...(row.from_project === '' ? { tag: row.from_tag } : { project: row.from_project }),
    },
    project: row.project,
    environment: row.environment,
    flags: row.flags,
    pulledAt: row.pulled_at,
  }))
}

/** Finds the remote's flags at the last such pull: none if there was none. */
export async function findBase(
  queries: Queries,
  remoteId: number,
  line: PullLine,
): Promise<{ base: ScenarioFlag[]; pulledAt: string | null }> {
  const key = keyOf(remoteId, line)
  const row = await queries
    .selectFrom('remote_pulls')
    .select(['base', 'pulled_at'])
    .where('remote_id', '=', key.remote_id)
    .where('from_environment', '=', key.from_environment)
    .where('from_project', '=', key.from_project)
    .where('from_tag', '=', key.from_tag)
    .where('project', '=', key.project)
    .where('environment', '=', key.environment)
    .executeTakeFirst()
  if (!row) return { base: [], pulledAt: null }
  const stored = fromJson<(ScenarioFlag | FormerFlag)[]>(row.base)
  return { base: stored.map((one) => toFlag(one, line)), pulledAt: row.pulled_at }
}

/** Flag as former pulls stored it: the properties of its environment stand among its own. */
type FormerFlag = [string, Omit<ScenarioFlag, 'name' | 'environments'> & ScenarioFlagEnvironment]

function toFlag(stored: ScenarioFlag | FormerFlag, { environment }: PullLine): ScenarioFlag {
  if (!Array.isArray(stored)) return stored
  const [name, { enabled, strategies, variants, ...flag }] = stored
  return { name, ...flag, environments: { [environment]: { enabled, strategies, variants } } }
}

export async function saveBase(
  queries: Queries,
  remoteId: number,
  line: PullLine,
  { base, pulledAt }: { base: readonly ScenarioFlag[]; pulledAt: string },
): Promise<void> {
  const values = { base: toJson(base), flags: base.length, pulled_at: pulledAt }
  await queries
    .insertInto('remote_pulls')
    .values({ ...keyOf(remoteId, line), ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['remote_id', 'from_environment', 'from_project', 'from_tag', 'project', 'environment'])
        .doUpdateSet(values),
    )
    .execute()
}

/**
 * Deletes the pulls of a remote whose URL has changed. Another URL is another instance, so they are no base
 * for it.
 */
export async function deletePulls(queries: Queries, remoteId: number): Promise<void> {
  await queries.deleteFrom('remote_pulls').where('remote_id', '=', remoteId).execute()
}

type Key = Omit<Selectable<RemotePullsTable>, 'base' | 'flags' | 'pulled_at'>

const keyOf = (remoteId: number, { from, project, environment }: PullLine): Key => ({
  remote_id: remoteId,
  from_environment: from.environment,
  from_project: from.project ?? '',
  from_tag: from.tag ?? '',
  project,
  environment,
})
