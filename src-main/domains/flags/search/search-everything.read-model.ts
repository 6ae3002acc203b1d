import { sql, type Expression, type SqlBool } from 'kysely'

import type { FoundItem, FoundKind } from '#shared/flags/schemas/found-item.ts'
import { isLike } from '#store/engines/portable.ts'
import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import type { StoredTokenType } from '#store/access-schema.ts'
import type { Queries } from '#store/queries.ts'
import type { Schema } from '#store/schema.ts'
import type { NamePattern } from './name-pattern.ts'

/** Action sets are sorted out by project afterwards: so many are looked at. */
const MAX_ACTION_SETS = 100

type Text = Expression<string | null>

const like = (text: Text, pattern: string) => isLike(text, pattern)

function matches(text: Text, { words, letters }: NamePattern) {
  const all = sql.join(
    words.map((word) => like(text, word)),
    sql` and `,
  )
  return sql<SqlBool>`((${all}) or ${like(text, letters)})`
}

/** The best first: the name itself, names that begin with the text, those that hold it, the rest. */
const rank = (text: Text, { exact, beginning, part }: NamePattern) =>
  sql<number>`case when ${like(text, exact)} then 0 when ${like(text, beginning)} then 1 when ${like(text, part)} then 2 else 3 end`

/** Tables whose rows are found by one column, and where the number or name is that their pages go by. */
const NAMED = [
  { kind: 'project', table: 'projects', name: 'name', id: 'id' },
  { kind: 'segment', table: 'segments', name: 'name', id: 'id' },
  { kind: 'environment', table: 'environments', name: 'name', id: 'name' },
  { kind: 'context-field', table: 'context_fields', name: 'name', id: 'name' },
  { kind: 'strategy', table: 'strategy_types', name: 'name', id: 'name' },
  { kind: 'release-template', table: 'release_plan_definitions', name: 'name', id: 'id' },
  { kind: 'integration', table: 'addons', name: 'provider', id: 'id' },
  { kind: 'signal-endpoint', table: 'signal_endpoints', name: 'name', id: 'id' },
  { kind: 'group', table: 'groups', name: 'name', id: 'id' },
  { kind: 'role', table: 'roles', name: 'name', id: 'id' },
] as const satisfies readonly { kind: FoundKind; table: keyof Schema; name: string; id: string }[]

type NamedKind = (typeof NAMED)[number]['kind']

const PUBLIC: readonly NamedKind[] = NAMED.map(({ kind }) => kind).filter((kind) => kind !== 'role')

/** Finds what everybody sees who may read the instance. */
export async function findNamed(
  queries: Queries,
  pattern: NamePattern,
  most: number,
  kinds: readonly NamedKind[] = PUBLIC,
): Promise<FoundItem[]> {
  const found: FoundItem[] = []
  for (const { kind, table, name, id } of NAMED) {
    if (!kinds.includes(kind)) continue
    const text = sql.ref<string>(name)
    // integrations are also found by description, projects by id
    const searched =
      kind === 'integration'
        ? sql<string>`provider || ' ' || coalesce(description, '')`
        : kind === 'project'
          ? sql<string>`name || ' ' || id`
          : text
    const rows = await queries
      .selectFrom(table)
      .select([sql<string>`cast(${sql.ref(id)} as text)`.as('id'), text.as('name'), noteOf(kind).as('note')])
      .where(matches(searched, pattern))
      .$if(kind === 'project', (q) => q.where(sql<SqlBool>`archived_at is null`))
      .$if(kind === 'release-template', (q) =>
        q.where(sql<SqlBool>`feature_name is null and archived_at is null`),
      )
      .orderBy(rank(text, pattern))
      .orderBy(sql`length(${text})`)
      .orderBy(text)
      .limit(most)
      .execute()
    const projectOf = ({ id: own, note }: { id: string; note: string | null }) =>
      kind === 'project' ? own : kind === 'release-template' ? note : null
    found.push(...rows.map((row) => ({ ...row, kind, project: projectOf(row) })))
  }
  return found
}

const noteOf = (kind: NamedKind) =>
  kind === 'segment' || kind === 'context-field' || kind === 'release-template'
    ? sql<string | null>`project`
    : kind === 'integration'
      ? sql<string | null>`description`
      : kind === 'role'
        ? sql<string | null>`type`
        : sql<string | null>`null`

/** Finds flags that are not archived; the first of them with their environments. */
export async function findFlagsByName(
  queries: Queries,
  pattern: NamePattern,
  { most, detailed }: { most: number; detailed: number },
): Promise<FoundItem[]> {
  const text = sql.ref<string>('name')
  const rows = await queries
    .selectFrom('features')
    .select(['name', 'project'])
    .where('archived_at', 'is', null)
    .where(matches(text, pattern))
    .orderBy(rank(text, pattern))
    .orderBy(sql`length(name)`)
    .orderBy('name')
    .limit(most)
    .execute()
  const environments = await queries
    .selectFrom('feature_environments as here')
    .innerJoin('environments', 'environments.name', 'here.environment')
    .select(['here.feature_name as flag', 'here.environment as name', 'here.enabled as enabled'])
    .where((eb) =>
      inList(
        eb.ref('here.feature_name'),
        rows.slice(0, detailed).map(({ name }) => name),
      ),
    )
    .where('environments.enabled', '=', true)
    .orderBy('environments.sort_order')
    .execute()
  const of = groupRows(environments, ({ flag }) => flag)
  return rows.map(({ name, project }) => {
    const here = of.get(name)
    return {
      kind: 'flag' as const,
      id: name,
      name,
      project,
      note: null,
      ...(here
        ? { environments: here.map(({ name: environment, enabled }) => ({ name: environment, enabled })) }
        : {}),
    }
  })
}

/** Finds people, or service accounts, by any of their names. */
export async function findUsers(
  queries: Queries,
  pattern: NamePattern,
  kind: 'user' | 'service-account',
  most: number,
): Promise<FoundItem[]> {
  const text = sql<string>`coalesce(name, '') || ' ' || coalesce(username, '') || ' ' || coalesce(email, '')`
  const name = sql<string>`coalesce(nullif(name, ''), username, email, '')`
  const rows = await queries
    .selectFrom('users')
    .select([
      sql<string>`cast(id as text)`.as('id'),
      name.as('name'),
      sql<string | null>`coalesce(email, username)`.as('note'),
    ])
    .where('kind', '=', kind)
    .where(matches(text, pattern))
    .orderBy(rank(name, pattern))
    .orderBy(name)
    .limit(most)
    .execute()
  return rows.map((row) => ({ ...row, kind, project: null }))
}

/** Finds change requests by title and number, the newest first. */
export async function findChangeRequests(
  queries: Queries,
  pattern: NamePattern,
  most: number,
): Promise<FoundItem[]> {
  const name = sql<string>`coalesce(nullif(title, ''), 'Change request #' || id)`
  const rows = await queries
    .selectFrom('change_requests')
    .select([
      sql<string>`cast(id as text)`.as('id'),
      name.as('name'),
      'project',
      sql<string | null>`state`.as('note'),
    ])
    .where(matches(sql<string>`coalesce(title, '') || ' Change request #' || id`, pattern))
    .orderBy(rank(name, pattern))
    .orderBy('change_requests.id', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({ ...row, kind: 'change-request' as const }))
}

export async function findActionSets(queries: Queries, pattern: NamePattern): Promise<FoundItem[]> {
  const text = sql.ref<string>('name')
  const rows = await queries
    .selectFrom('action_sets')
    .select([sql<string>`cast(id as text)`.as('id'), 'name', 'project'])
    .where(matches(text, pattern))
    .orderBy(rank(text, pattern))
    .orderBy('name')
    .limit(MAX_ACTION_SETS)
    .execute()
  return rows.map((row) => ({ ...row, kind: 'action-set' as const, note: row.project }))
}

/** Finds API tokens by name; their secrets stay where they are. */
export async function findTokens(
  queries: Queries,
  pattern: NamePattern,
  {
    types,
    ofProjectsAlone,
    most,
  }: { types: readonly StoredTokenType[]; ofProjectsAlone: boolean; most: number },
): Promise<FoundItem[]> {
  const text = sql.ref<string>('token_name')
  const rows = await queries
    .selectFrom('api_tokens')
    .select(['token_name as name', 'type as note'])
    .where((eb) => inList(eb.ref('type'), types))
    .where(matches(text, pattern))
    .$if(ofProjectsAlone, (q) =>
      q.where('secret', 'in', (eb) => eb.selectFrom('api_token_projects').select('secret')),
    )
    .orderBy(rank(text, pattern))
    .orderBy('token_name')
    .limit(most)
    .execute()
  return rows.map(({ name, note }) => ({ kind: 'api-token' as const, id: name, name, project: null, note }))
}
