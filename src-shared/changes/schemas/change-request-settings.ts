import { z } from 'zod'

/**
 * How many approvals a request may need (docs/contract/changes.md#endpoints): what is sent beyond it is brought back
 * to it.
 */
export const APPROVALS = { least: 1, most: 10 } as const

/** Whether changes in an environment have to be requested; null approvals: they do not. */
export const ChangeRequestEnvironmentConfig = z
  .object({
    environment: z.string(),
    type: z.string(),
    changeRequestEnabled: z.boolean(),
    requiredApprovals: z.int().nullable(),
  })
  .meta({ id: 'changeRequestEnvironmentConfigSchema' })
export type ChangeRequestEnvironmentConfig = z.output<typeof ChangeRequestEnvironmentConfig>

export const UpdateChangeRequestEnvironmentConfig = z
  .object({ changeRequestsEnabled: z.boolean(), requiredApprovals: z.int().min(0).optional() })
  .meta({ id: 'updateChangeRequestEnvironmentConfigSchema' })
