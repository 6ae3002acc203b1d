import type { ListeningActionSet } from '#shared/signals/schemas/action.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'

/** Signal endpoint that can start an action set. */
export interface Endpoint {
  id: number
  name: string
  enabled: boolean
}

/**
 * Finds a signal endpoint. It is read here and not from `signals`, because that area turns sets off and so
 * depends on this one.
 */
export async function findEndpoint(queries: Queries, id: number): Promise<Endpoint | undefined> {
  return queries
    .selectFrom('signal_endpoints')
    .select(['id', 'name', 'enabled'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function readEndpoints(queries: Queries): Promise<Endpoint[]> {
  return queries.selectFrom('signal_endpoints').select(['id', 'name', 'enabled']).orderBy('name').execute()
}

/** The action sets of an endpoint, by project and name. */
export async function readListeningSets(queries: Queries, endpoint: number): Promise<ListeningActionSet[]> {
  const rows = await queries
    .selectFrom('action_sets as set')
    .innerJoin('projects', 'projects.id', 'set.project')
    .select((eb) => [
      'set.id',
      'set.name',
      'set.description',
      'set.enabled',
      'set.project',
      'projects.name as projectName',
      eb
        .selectFrom('action_set_actions as action')
        .select((inner) => inner.fn.countAll<number>().as('actions'))
        .whereRef('action.action_set_id', '=', 'set.id')
        .as('actions'),
    ])
    .where('set.source_id', '=', endpoint)
    .orderBy('projects.name')
    .orderBy('set.name')
    .orderBy('set.id')
    .execute()
  return rows.map((row) => ({ ...row, actions: Number(row.actions) }))
}

/** The newest signal of all endpoints; 0: there is none. */
export async function readLastSignalId(queries: Queries): Promise<number> {
  const { id } = await queries
    .selectFrom('signals')
    .select((eb) => eb.fn.max<number | null>('id').as('id'))
    .executeTakeFirstOrThrow()
  return id ?? 0
}

/** Reads the service accounts that can execute actions, by name. */
export async function readActors(queries: Queries): Promise<{ id: number; name: string }[]> {
  return accounts(queries).orderBy('name').execute()
}

const accounts = (queries: Queries) =>
  queries
    .selectFrom('users')
    .select((eb) => ['id', eb.fn.coalesce('name', 'username', eb.val('')).as('name')])
    .where('kind', '=', 'service-account')

/** Reads the names of some of them, by id. */
export async function readActorNames(
  queries: Queries,
  ids: Iterable<number>,
): Promise<ReadonlyMap<number, string>> {
  const actors = await accounts(queries)
    .where((eb) => inList(eb.ref('id'), ids))
    .execute()
  return new Map(actors.map(({ id, name }) => [id, name]))
}

/** The tags that flags of a project have, as `type:value`. */
export async function readTagsInUse(queries: Queries, project: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('feature_tags')
    .innerJoin('features', 'features.name', 'feature_tags.feature_name')
    .select(['tag_type as type', 'tag_value as value'])
    .distinct()
    .where('features.project', '=', project)
    .where('features.archived_at', 'is', null)
    .orderBy('tag_type')
    .orderBy('tag_value')
    .execute()
  return rows.map(({ type, value }) => `${type}:${value}`)
}

/** Reads the names of a project's unarchived flags; with a tag, only those that have it. */
export async function readFlagNames(queries: Queries, project: string, tag?: string): Promise<string[]> {
  let flags = queries
    .selectFrom('features')
    .select('name')
    .where('project', '=', project)
    .where('archived_at', 'is', null)
    .orderBy('name')
  if (tag !== undefined) {
    // a value may contain colons, a type may not
    const [type = '', ...value] = tag.split(':')
    flags = flags.where('name', 'in', (eb) =>
      eb
        .selectFrom('feature_tags')
        .select('feature_name')
        .where('tag_type', '=', type)
        .where('tag_value', '=', value.join(':')),
    )
  }
  return (await flags.execute()).map((row) => row.name)
}
