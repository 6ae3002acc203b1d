import { updateSortOrder as operation } from '#shared/projects/contract/environments.ts'
import { notFound } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { changeEnvironment } from '../../records/environments/change-environment.ts'
import { readEnvironments } from '../../records/environments/environments.store.ts'

/**
 * Sets places in the order, all or none; environments that are not named keep theirs
 * (docs/contract/projects.md#environments).
 */
export const updateSortOrder = mutation(operation, async (context, { body }) => {
  const known = new Map((await readEnvironments(context.queries)).map((one) => [one.name, one]))
  for (const [name, sortOrder] of Object.entries(body)) {
    const before = known.get(name)
    if (!before) throw notFound(`Could not find environment ${name}`)
    await changeEnvironment(context, before, { sortOrder })
  }
})
