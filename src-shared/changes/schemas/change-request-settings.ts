import { z } from 'zod'

/** Range of required approvals (docs/contract/changes.md#endpoints). Values outside it are clamped. */
export const APPROVALS = { least: 1, most: 10 } as const

/** Setting of an environment: changes need a change request or not. null approvals: they do not. */
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
