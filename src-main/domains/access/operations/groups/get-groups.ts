import { getGroups as all } from '#shared/access/contract/groups.ts'
import { query } from '#kernel/use-case.ts'
import { readGroups } from '../../records/groups/groups.read-model.ts'

/** All groups by name; anybody who is signed in may see who is in which (docs/contract/access.md#groups). */
export const getGroups = query(all, async ({ queries }) => ({ groups: await readGroups(queries) }))
