// Written by scripts/list-operations.mjs.

import type { AccessOperationId } from './access.ts'
import type { AuditOperationId } from './audit.ts'
import type { ChangesOperationId } from './changes.ts'
import type { ClientsOperationId } from './clients.ts'
import type { FlagsOperationId } from './flags.ts'
import type { InsightOperationId } from './insight.ts'
import type { InstanceOperationId } from './instance.ts'
import type { IntegrationsOperationId } from './integrations.ts'
import type { ProjectsOperationId } from './projects.ts'
import type { SignalsOperationId } from './signals.ts'
import type { TransferOperationId } from './transfer.ts'
import type { VersionsOperationId } from './versions.ts'

/** Ids of all operations of the contract, former versions included. */
export type OperationId =
  | AccessOperationId
  | AuditOperationId
  | ChangesOperationId
  | ClientsOperationId
  | FlagsOperationId
  | InsightOperationId
  | InstanceOperationId
  | IntegrationsOperationId
  | ProjectsOperationId
  | SignalsOperationId
  | TransferOperationId
  | VersionsOperationId
