import { z } from 'zod'

import { CollaborationMode } from './project.ts'
import { Line, MANY, Name, Prose } from '../../schemas/bounded.ts'

/** A name has something to read in it (`^(?!\s*$).+`); the rest is free. */
const ProjectName = Name.regex(/^(?!\s*$).+/)

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
  name: Name,
  /** Clamped to 1 to 10. */
  requiredApprovals: z.int().optional(),
})

export const CreateProject = z
  .object({
    id: ProjectId.nullish(),
    name: ProjectName,
    description: Prose.nullish(),
    mode: CollaborationMode.optional(),
    defaultStickiness: Name.min(1).optional(),
    environments: z.array(Name).max(MANY).optional(),
    changeRequestEnvironments: z.array(ChangeRequestEnvironment).max(MANY).optional(),
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
    description: Prose.nullish(),
    mode: CollaborationMode.optional(),
    defaultStickiness: Name.min(1).optional(),
  })
  .meta({ id: 'updateProjectSchema' })

export const FeatureNamingPattern = z
  .object({
    pattern: Line.nullable(),
    example: Line.nullish(),
    description: Prose.nullish(),
  })
  .meta({ id: 'createFeatureNamingPatternSchema' })

export const UpdateProjectSettings = z
  .object({
    mode: CollaborationMode.optional(),
    featureNaming: FeatureNamingPattern.optional(),
    linkTemplates: z
      .array(z.object({ title: Line.nullish(), urlTemplate: Line.min(1) }))
      .max(10)
      .optional(),
    /** Halyard takes the limit here too; the original has it in its data alone. */
    featureLimit: z.int().min(1).nullish(),
  })
  .meta({ id: 'updateProjectEnterpriseSettingsSchema' })
