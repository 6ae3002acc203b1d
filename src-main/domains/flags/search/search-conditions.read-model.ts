import { sql, type ExpressionBuilder, type ExpressionWrapper, type RawBuilder, type SqlBool } from 'kysely'

import { STAGES } from '#shared/flags/schemas/lifecycle.ts'
import { isLike } from '#store/engines/portable.ts'
import { inList, listOf } from '#store/in-list.ts'
import type { Schema } from '#store/schema.ts'
import type { ChoiceOperator, DayOperator, ListOperator, SearchFilter, Term } from './search-filter.ts'

type Builder = ExpressionBuilder<Schema & { f: Schema['features'] }, 'f'>

type Condition = ExpressionWrapper<Schema & { f: Schema['features'] }, 'f', SqlBool>

/** The conditions that a flag must fulfil, all of them. */
export function conditionsOf(eb: Builder, filter: SearchFilter, user: number | undefined): Condition[] {
  const { project, type, createdBy, state, lifecycle, tag, segment, createdAt, lastSeenAt } = filter
  return [
    ...archivedCondition(eb, filter),
    ...filter.words.map((word) => containsWord(eb, word)),
    ...(project ? [choice(eb, eb.ref('f.project'), project)] : []),
    ...(type ? [choice(eb, eb.ref('f.type'), type)] : []),
    ...(createdBy ? [choice(eb, sql<string>`cast(f.created_by_user_id as text)`, createdBy)] : []),
    ...(state ? [choice(eb, sql<string>`case when f.stale = 1 then 'stale' else 'active' end`, state)] : []),
    ...(lifecycle ? [choice(eb, stageOf(eb), lifecycle)] : []),
    ...(tag ? [list(eb, tag, withTags)] : []),
    ...(segment ? [list(eb, segment, withSegments)] : []),
    ...(createdAt ? [day(eb, eb.ref('f.created_at'), createdAt)] : []),
    ...(lastSeenAt ? [day(eb, lastSeen(eb), lastSeenAt)] : []),
    ...(filter.status.length > 0 ? [hasAnyStatus(eb, filter.status)] : []),
    ...(filter.favorite === undefined ? [] : [favorite(eb, filter.favorite, user)]),
  ]
}

/** Selects the time when a flag was last seen in any environment. */
export const lastSeen = (eb: Builder) =>
  eb
    .selectFrom('feature_environments')
    .select((inner) => inner.fn.max('last_seen_at').as('at'))
    .whereRef('feature_name', '=', 'f.name')

/** Leaves archived flags out by default. With `archived` alone, only archived flags are found. */
function archivedCondition(eb: Builder, { archived, lifecycle }: SearchFilter): Condition[] {
  if (!archived) return [eb('f.archived_at', 'is', null)]
  return lifecycle ? [] : [eb('f.archived_at', 'is not', null)]
}

function containsWord(eb: Builder, word: string): Condition {
  const pattern = `%${word.toLowerCase().replace(/[\\%_]/g, (one) => `\\${one}`)}%`
  const like = (text: ReturnType<typeof sql>) => isLike(text, pattern)
  return eb.or([
    like(sql.ref('f.name')),
    like(sql.ref('f.description')),
    // read all tags once, not once per flag
    eb('f.name', 'in', () =>
      eb
        .selectFrom('feature_tags')
        .select('feature_name')
        .where(() => like(sql`tag_type || ':' || tag_value`)),
    ),
  ])
}

type Text = Parameters<Builder['not']>[0] | ReturnType<typeof sql<string>> | ReturnType<Builder['ref']>

function choice(eb: Builder, text: Text, { operator, values }: Term<ChoiceOperator>): Condition {
  const isOneOf = sql<SqlBool>`${text} in ${listOf(values)}`
  return operator === 'IS' || operator === 'IS_ANY_OF' ? eb.and([isOneOf]) : eb.not(isOneOf)
}

/** Names of flags, once for each of the wanted values that a flag has. */
type Having = (eb: Builder, values: readonly string[]) => RawBuilder<unknown>

/** Builds a condition that reads the items of flags in one pass, however many values are requested. */
function list(eb: Builder, { operator, values }: Term<ListOperator>, having: Having): Condition {
  const wanted = [...new Set(values)]
  const any = eb.and([sql<SqlBool>`f.name in (select name from ${having(eb, wanted)})`])
  const all = eb.and([
    sql<SqlBool>`f.name in (select name from ${having(eb, wanted)} group by name having count(*) = ${wanted.length})`,
  ])
  switch (operator) {
    case 'INCLUDE':
    case 'INCLUDE_ANY_OF':
      return any
    case 'INCLUDE_ALL_OF':
      return all
    case 'DO_NOT_INCLUDE':
    case 'EXCLUDE_IF_ANY_OF':
      return eb.not(any)
    case 'EXCLUDE_ALL':
      return eb.not(all)
  }
}

const withTags: Having = (eb, tags) =>
  sql`(${eb
    .selectFrom('feature_tags')
    .select('feature_name as name')
    .where(() => sql<SqlBool>`tag_type || ':' || tag_value in ${listOf(tags)}`)}) as owned`

const withSegments: Having = (eb, segments) =>
  sql`(${eb
    .selectFrom('feature_strategies as s')
    .innerJoin('feature_strategy_segments as link', 'link.strategy_id', 's.id')
    .innerJoin('segments', 'segments.id', 'link.segment_id')
    .select(['s.feature_name as name', 'segments.name as segment'])
    .where((inner) => inList(inner.ref('segments.name'), segments))
    .distinct()}) as owned`

function day(eb: Builder, instant: Text, { operator, values }: Term<DayOperator>): Condition {
  const start = `${values[0] ?? ''}T00:00:00.000Z`
  return operator === 'IS_BEFORE'
    ? eb.and([sql<SqlBool>`${instant} < ${start}`])
    : eb.and([sql<SqlBool>`${instant} >= ${start}`])
}

/** The furthest stage of a flag, as its place among the stages in text form. */
function stageOf(eb: Builder) {
  const ranks = sql.join(
    STAGES.map((stage, rank) => sql`when ${stage} then ${rank}`),
    sql` `,
  )
  const names = sql.join(
    STAGES.map((stage, rank) => sql`when ${rank} then ${stage}`),
    sql` `,
  )
  const rank = eb
    .selectFrom('feature_lifecycle_stages')
    .select(sql`max(case stage ${ranks} end)`.as('rank'))
    .whereRef('feature_name', '=', 'f.name')
  return sql<string>`case (${rank}) ${names} end`
}

function hasAnyStatus(eb: Builder, statuses: SearchFilter['status']): Condition {
  const environmentsBy = (enabled: boolean) =>
    statuses.filter((one) => one.enabled === enabled).map((one) => one.environment)
  return eb.exists(
    eb
      .selectFrom('feature_environments')
      .select('enabled')
      .whereRef('feature_name', '=', 'f.name')
      .where((inner) =>
        inner.or(
          [true, false].map((enabled) =>
            inner.and([
              inner('enabled', '=', enabled),
              inList(inner.ref('environment'), environmentsBy(enabled)),
            ]),
          ),
        ),
      ),
  )
}

/** Matches the user's favourites. An API token has none. */
function favorite(eb: Builder, wanted: boolean, user: number | undefined): Condition {
  const isFavorite = eb.exists(
    eb
      .selectFrom('favorite_features')
      .select('user_id')
      .whereRef('feature_name', '=', 'f.name')
      .where('user_id', '=', user ?? null),
  )
  return wanted ? eb.and([isFavorite]) : eb.not(isFavorite)
}
