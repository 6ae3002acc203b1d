import { getUsers as all } from '#shared/access/contract/users.ts'
import { mapInSteps } from '#kernel/in-steps.ts'
import { query } from '#kernel/use-case.ts'
import { readRootRoles } from '../../records/access/root-roles.store.ts'
import { readPeople } from '../../records/user-admin/people.read-model.ts'
import { toUserWithRole } from '../../records/user-admin/person.ts'

/**
 * All people. Links are stored as hashes alone, so that none can be listed again: `inviteLink` is empty (recorded
 * exchange users/list-session).
 */
export const getUsers = query(all, async ({ queries }) => ({
  users: await mapInSteps(await readPeople(queries), (person) => ({
    ...toUserWithRole(person),
    inviteLink: '',
  })),
  rootRoles: await readRootRoles(queries),
}))
