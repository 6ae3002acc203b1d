import { validateToken as ofLink } from '#shared/access/contract/passwords.ts'
import { query } from '#kernel/use-case.ts'
import { readRootRoles } from '../../records/access/root-roles.store.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { requireOpenLink } from '../../records/passwords/reset-link.ts'

/** Finds the user of a password link, for the page that sets the password. */
export const validateToken = ({ access }: { access: AccessDirectory }) =>
  query(ofLink, async (context, { query: { token = '' } }) => {
    const { link, user } = await requireOpenLink(context, token)
    const held = access.facts.assignments.find(
      ({ userId, project }) => userId === user.id && project === undefined,
    )
    const role = (await readRootRoles(context.queries)).find(({ id }) => id === held?.roleId)
    const name = user.name ?? user.username
    return {
      id: user.id,
      ...(name === null ? {} : { name }),
      email: user.email ?? '',
      token,
      createdBy: link.createdBy,
      ...(role ? { role } : {}),
    }
  })
