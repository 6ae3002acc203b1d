import { z } from 'zod'

import { Integer } from '../../schemas/scalars.ts'
import { CreateStrategy } from '../../flags/schemas/strategy.ts'
import { ALL, MANY, mapOf, Name } from '../../schemas/bounded.ts'

/** An environment (docs/contract/projects.md#environments). Only the type `production` has a meaning of its own. */
export const Environment = z
  .object({
    name: z.string(),
    type: z.string(),
    sortOrder: z.number(),
    enabled: z.boolean(),
    protected: z.boolean(),
    requiredApprovals: z.number().nullable(),
  })
  .meta({ id: 'environmentSchema' })
export type Environment = z.output<typeof Environment>

/** Environment in the list, with the numbers of its uses (recorded exchange environments/list). */
export const EnvironmentListItem = Environment.extend({
  projectCount: z.number(),
  apiTokenCount: z.number(),
  enabledToggleCount: z.number(),
}).meta({ id: 'environmentListItemSchema' })
export type EnvironmentListItem = z.output<typeof EnvironmentListItem>

/**
 * Environment as a project sees it (recorded exchange environments/of-project). `visible`: it is among the
 * environments of the project.
 */
export const ProjectEnvironmentItem = Environment.extend({
  projectApiTokenCount: z.number(),
  projectEnabledToggleCount: z.number(),
  visible: z.boolean(),
  defaultStrategy: z.unknown().optional(),
}).meta({ id: 'environmentProjectSchema' })
export type ProjectEnvironmentItem = z.output<typeof ProjectEnvironmentItem>

/** The characters are the contract's; names stand in paths, so `.` and `..` would lead elsewhere. */
export const EnvironmentName = z
  .string()
  .max(100)
  .regex(/^[a-zA-Z0-9~_.-]+$/)
  .refine((name) => name !== '.' && name !== '..', '"name" must be URL friendly')

/** Position of an environment. Larger values do not fit the database of every edition. */
const SortOrder = Integer.min(-(2 ** 31)).max(2 ** 31 - 1)
const RequiredApprovals = Integer.min(1)
  .max(2 ** 31 - 1)
  .nullable()
/** Free: `development`, `test`, `preproduction` and `production` are those that are known. */
const EnvironmentType = Name.min(1)

export const CreateEnvironment = z
  .object({
    name: EnvironmentName,
    type: EnvironmentType,
    enabled: z.boolean().optional(),
    sortOrder: SortOrder.optional(),
    requiredApprovals: RequiredApprovals.optional(),
  })
  .meta({ id: 'createEnvironmentSchema' })

export const UpdateEnvironment = z
  .object({
    type: EnvironmentType.optional(),
    sortOrder: SortOrder.optional(),
    requiredApprovals: RequiredApprovals.optional(),
  })
  .meta({ id: 'updateEnvironmentSchema' })

export const CloneEnvironment = z
  .object({
    name: EnvironmentName,
    type: EnvironmentType,
    projects: z.array(Name).max(ALL).optional(),
    clonePermissions: z.boolean().optional(),
  })
  .meta({ id: 'environmentCloneSchema' })

/** Places by name; environments that are not named keep theirs (recorded exchange environments/sort-order). */
export const SortOrders = mapOf(Name, SortOrder, MANY).meta({ id: 'sortOrderSchema' })

export const ProjectEnvironment = z
  .object({
    environment: Name,
    changeRequestsEnabled: z.boolean().optional(),
    defaultStrategy: CreateStrategy.optional(),
  })
  .meta({ id: 'projectEnvironmentSchema' })
