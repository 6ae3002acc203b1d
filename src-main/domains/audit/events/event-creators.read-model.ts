import { sql } from 'kysely'

import { hidesNothing } from '#shared/access/rules/index.ts'
import { Turn } from '#runtime/turn.ts'
import { newestWindows } from '#store/id-windows.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'
import { readEventRange, type VisibleLog } from './search-events.read-model.ts'

/** An author of events, by what they were called in their newest event and by what they are called now. */
export interface EventCreator {
  id: number
  lastName: string
  name: string | null
  username: string | null
  email: string | null
}

type Author = Pick<EventCreator, 'id' | 'lastName'>

const AT_ONCE = 500

/** The authors of all events that the caller sees, by their ids. */
export async function readEventCreators({ visible, hidden }: VisibleLog): Promise<EventCreator[]> {
  const authors = hidesNothing(hidden) ? await readAllAuthors(visible) : await readVisibleAuthors(visible)
  const users = await visible
    .selectFrom('users')
    .select(['id', 'name', 'username', 'email'])
    .where((eb) =>
      inList(
        eb.ref('id'),
        authors.map(({ id }) => id),
      ),
    )
    .execute()
  const userOf = new Map(users.map((user) => [user.id, user]))
  return authors.map(({ id, lastName }) => ({
    name: null,
    username: null,
    email: null,
    ...userOf.get(id),
    id,
    lastName,
  }))
}

/** Steps through the index from one author to the next: how many events each has makes no difference. */
async function readAllAuthors(queries: Queries): Promise<Author[]> {
  const turn = new Turn()
  const authors: Author[] = []
  for (;;) {
    const last = authors.at(-1)?.id ?? Number.MIN_SAFE_INTEGER
    const { rows } = await sql<Author>`
      with recursive "author"("id") as (
        select min("created_by_user_id") from "events" where "created_by_user_id" > ${last}
        union all
        select (select min("created_by_user_id") from "events" where "created_by_user_id" > "author"."id")
          from "author" where "author"."id" is not null)
      select "id", (select "created_by" from "events" where "created_by_user_id" = "author"."id"
        order by "events"."id" desc limit 1) as "lastName"
      from "author" where "id" is not null limit ${AT_ONCE}`.execute(queries)
    authors.push(...rows)
    if (rows.length < AT_ONCE) return authors
    await turn.pause()
  }
}

/** Reads the log through: which events are visible says the event alone. */
async function readVisibleAuthors(queries: Queries): Promise<Author[]> {
  const nameOf = new Map<number, string>()
  for await (const { first, last } of newestWindows(await readEventRange(queries))) {
    const rows = await queries
      .selectFrom('events')
      .select(['created_by_user_id as id', 'created_by as lastName'])
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('events')
          .select((newest) => newest.fn.max('id').as('id'))
          .where('id', '>=', first)
          .where('id', '<=', last)
          .groupBy('created_by_user_id'),
      )
      .execute()
    for (const { id, lastName } of rows) if (!nameOf.has(id)) nameOf.set(id, lastName)
  }
  return [...nameOf].map(([id, lastName]) => ({ id, lastName })).sort((a, b) => a.id - b.id)
}
