import { validateEnvironment as validate } from '../../../../../src-shared/projects/contract/environment-lifecycle.ts'
import { query } from '../../../../kernel/use-case.ts'
import { requireFreeName } from '../../records/environment-lifecycle/new-environment.ts'

/** Whether a name can be used: 200 with nothing, or why not. */
export const validateEnvironment = query(validate, async ({ queries }, { body }) => {
  await requireFreeName(queries, body.name)
})
