import type { InstanceStatus } from '#domains/instance/instance/instance-status.ts'
import type { SupportServices } from '#domains/instance/support/support-services.ts'
import type { CommonServices } from './domain.ts'
import type { DomainServices } from './domains.ts'

/** Services that use cases share beyond the store: of the domains, and of the service as a whole. */
export type Services = DomainServices & CommonServices & SupportServices & WholeServices

interface WholeServices {
  /** Reads all copies of tables in memory again. */
  reloadCopies: () => Promise<void>
  status: () => InstanceStatus
  /** Says why no requests should come here; undefined: they may. Rejects if the database does not answer. */
  readiness: () => Promise<string | undefined>
}
