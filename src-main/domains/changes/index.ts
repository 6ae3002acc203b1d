import { domain, type Foundation } from '#main/app/domain.ts'
import * as operations from './operations/index.ts'
import { applyScheduled } from './change-requests/apply-scheduled.ts'
import { keepPolicies } from './policies/policies.store.ts'

/** Change requests, and policies. */
export const changes = domain(operations, async (foundation: Foundation) => {
  const policies = keepPolicies(foundation)
  await policies.reload()
  return {
    services: { policies },
    copies: [{ tables: ['policies'], reload: () => policies.reload() }],
    jobs: [{ name: 'apply scheduled change requests', everyMs: 60_000, run: applyScheduled }],
    close: () => policies.stop(),
  }
})
