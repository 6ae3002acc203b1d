import { ADMIN_TOKEN_USER_ID, SYSTEM_USER_ID } from '#kernel/caller.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'
import { imageUrlOf } from '#domains/access/users/user.ts'

/** Person to be shown as the author of something. */
export interface Person {
  id: number
  name: string
  imageUrl: string
}

/** Reads the people of these ids. Deleted users and authors that are not users have a name too. */
export async function readPeople(queries: Queries, ids: readonly number[]): Promise<Map<number, Person>> {
  const rows = await queries
    .selectFrom('users')
    .select(['id', 'name', 'username', 'email'])
    .where((eb) => inList(eb.ref('id'), new Set(ids)))
    .execute()
  const users = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    ids.map((id) => {
      if (id === ADMIN_TOKEN_USER_ID)
        return [id, person(id, 'Unleash Admin Token User', 'unleash_admin_token')]
      if (id === SYSTEM_USER_ID) return [id, person(id, 'Unleash System', 'unleash_system_user')]
      const user = users.get(id)
      if (!user) return [id, { id, name: 'Unknown', imageUrl: imageUrlOf({ id }) }]
      const name = user.name ?? user.username ?? user.email ?? String(id)
      return [id, { id, name, imageUrl: imageUrlOf(user) }]
    }),
  )
}

export async function readPerson(queries: Queries, id: number): Promise<Person> {
  return (await readPeople(queries, [id])).get(id) ?? person(id, 'Unknown', '')
}

const person = (id: number, name: string, username: string): Person => ({
  id,
  name,
  imageUrl: imageUrlOf({ id, username }),
})
