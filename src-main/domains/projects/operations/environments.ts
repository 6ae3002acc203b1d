import { notFound } from '#kernel/app-error.ts'
import { mutation, type MutationContext, query } from '#kernel/use-case.ts'
import * as contract from '#shared/projects/contract/environments.ts'
import { changeEnvironment, requireEnvironment } from '../environments/change-environment.ts'
import { listEnvironments, listEnvironmentsOf } from '../environments/environments.read-model.ts'
import { findEnvironment, readEnvironments } from '../environments/environments.store.ts'

export const getAllEnvironments = query(contract.getAllEnvironments, async ({ visible }) => ({
  version: 1 as const,
  environments: await listEnvironments(visible),
}))

export const getProjectEnvironments = query(
  contract.getProjectEnvironments,
  async ({ visible }, { params: { projectId } }) => ({
    version: 1 as const,
    environments: await listEnvironmentsOf(visible, projectId),
  }),
)

export const getEnvironment = query(contract.getEnvironment, async ({ visible }, { params: { name } }) =>
  requireEnvironment(visible, name),
)

/**
 * Sets places in the order, all or none; environments that are not named keep theirs
 * (docs/contract/projects.md#environments).
 */
export const updateSortOrder = mutation(contract.updateSortOrder, async (context, { body }) => {
  const known = new Map((await readEnvironments(context.everything)).map((one) => [one.name, one]))
  for (const [name, sortOrder] of Object.entries(body)) {
    const before = known.get(name)
    if (!before) throw notFound(`Could not find environment ${name}`)
    await changeEnvironment(context, before, { sortOrder })
  }
})

/** Enables or disables an environment of the instance. */
async function toggleEnvironment(context: MutationContext, name: string, enabled: boolean): Promise<void> {
  const before = await findEnvironment(context.everything, name)
  if (!before) throw notFound(`Could not find environment ${name}`) // recorded exchange environments/turn-on-unknown
  await changeEnvironment(context, before, { enabled })
}

/**
 * On or off says whether new projects get the environment (document: "By default all global environments are
 * available"). What projects, flags and tokens have of it stays as it is.
 */
export const toggleEnvironmentOn = mutation(contract.toggleEnvironmentOn, (context, { params: { name } }) =>
  toggleEnvironment(context, name, true),
)

export const toggleEnvironmentOff = mutation(contract.toggleEnvironmentOff, (context, { params: { name } }) =>
  toggleEnvironment(context, name, false),
)
