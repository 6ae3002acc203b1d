import { login } from '../../../../src-shared/access/contract/sessions.ts'
import { callOpenly } from '../../../lib/call-openly.ts'
import { queryClient } from '../../../lib/queries.ts'

/** Signs in by password, for which the browser gets its cookie; every screen then reads anew. Throws what is refused. */
export async function signIn(username: string, password: string): Promise<void> {
  await callOpenly(login, { body: { username, password } })
  await queryClient.invalidateQueries()
}
