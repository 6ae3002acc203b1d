import { domain } from '#main/app/domain.ts'
import * as operations from './operations/index.ts'
import { applyScheduled } from './change-requests/apply-scheduled.ts'

/** Change requests. */
export const changes = domain(operations, () => ({
  services: {},
  jobs: [{ name: 'apply scheduled change requests', everyMs: 60_000, run: applyScheduled }],
}))
