import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'
import { imageUrlOf, type StoredUser } from '#domains/access/users/user.ts'
import { USER_COLUMNS } from '#domains/access/users/users.store.ts'
import type { Authorship } from './change-request.ts'

/** Author, as in the contract. */
export interface Author {
  id: number
  username: string
  imageUrl: string
}

/** Reads authors with their current name, or for deleted users the name at that time. */
export async function readAuthors(
  queries: Queries,
  authorships: readonly Authorship[],
): Promise<(authorship: Authorship) => Author> {
  const ids = [...new Set(authorships.map((one) => one.createdByUserId))]
  const rows =
    ids.length === 0
      ? []
      : await queries
          .selectFrom('users')
          .select(['id', 'username', 'email'])
          .where((eb) => inList(eb.ref('id'), ids))
          .execute()
  const users = new Map(rows.map((row) => [row.id, row]))
  return ({ createdByUserId: id, createdBy }) => {
    const user = users.get(id)
    return {
      id,
      username: user?.username ?? user?.email ?? createdBy,
      imageUrl: imageUrlOf(user ?? { id, username: createdBy }),
    }
  }
}

/** Reads all people, without service accounts, by id. */
export async function readPeople(queries: Queries): Promise<StoredUser[]> {
  return queries.selectFrom('users').select(USER_COLUMNS).where('kind', '=', 'user').orderBy('id').execute()
}

/** Reads the collaboration mode, which decides who may request changes (docs/contract/projects.md#collaboration-modes). */
export async function readCollaborationMode(queries: Queries, project: string): Promise<string | undefined> {
  const row = await queries.selectFrom('projects').select('mode').where('id', '=', project).executeTakeFirst()
  return row?.mode
}
