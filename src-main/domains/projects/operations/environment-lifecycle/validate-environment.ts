import { validateEnvironment as validate } from '#shared/projects/contract/environment-lifecycle.ts'
import { query } from '#kernel/use-case.ts'
import { requireFreeName } from '../../records/environment-lifecycle/new-environment.ts'

/** Checks whether an environment name can be used. Responds 200 without a body, or with the error. */
export const validateEnvironment = query(validate, async ({ queries }, { body }) => {
  await requireFreeName(queries, body.name)
})
