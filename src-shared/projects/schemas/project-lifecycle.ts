import { z } from 'zod'

import { CollaborationMode } from './project.ts'

/** A name has something to read in it (`^(?!\s*$).+`); the rest is free. */
const ProjectName = z.string().regex(/^(?!\s*$).+/)

/**
 * The characters are the contract's; a missing or blank id is made from the name
 * (docs/contract/projects.md#project-id).
 */
const ProjectId = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9_~.-]*$/)
  .refine((id) => id !== '.' && id !== '..', '"id" must be URL friendly')

const ChangeRequestEnvironment = z.object({
  name: z.string(),
  /** Clamped to 1 to 10. */
  requiredApprovals: z.int().optional(),
})

export const CreateProject = z
  .object({
    id: ProjectId.nullish(),
    name: ProjectName,
    description: z.string().nullish(),
    mode: CollaborationMode.optional(),
    defaultStickiness: z.string().min(1).optional(),
    environments: z.array(z.string()).optional(),
    changeRequestEnvironments: z.array(ChangeRequestEnvironment).optional(),
  })
  .meta({ id: 'createProjectSchema' })

export const ProjectCreated = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    mode: CollaborationMode,
    defaultStickiness: z.string(),
    featureLimit: z.int().nullable(),
    environments: z.array(z.string()),
    changeRequestEnvironments: z.array(z.object({ name: z.string(), requiredApprovals: z.int() })),
  })
  .meta({ id: 'projectCreatedSchema' })
export type ProjectCreated = z.output<typeof ProjectCreated>

export const UpdateProject = z
  .object({
    name: ProjectName,
    description: z.string().nullish(),
    mode: CollaborationMode.optional(),
    defaultStickiness: z.string().min(1).optional(),
  })
  .meta({ id: 'updateProjectSchema' })

export const FeatureNamingPattern = z
  .object({
    pattern: z.string().nullable(),
    example: z.string().nullish(),
    description: z.string().nullish(),
  })
  .meta({ id: 'createFeatureNamingPatternSchema' })

export const UpdateProjectSettings = z
  .object({
    mode: CollaborationMode.optional(),
    featureNaming: FeatureNamingPattern.optional(),
    linkTemplates: z
      .array(z.object({ title: z.string().nullish(), urlTemplate: z.string().min(1) }))
      .max(10)
      .optional(),
    /** Halyard takes the limit here too; the original has it in its data alone. */
    featureLimit: z.int().min(1).nullish(),
  })
  .meta({ id: 'updateProjectEnterpriseSettingsSchema' })
