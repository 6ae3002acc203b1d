import { z } from 'zod'

import { ConstraintInput } from '../../flags/schemas/constraint.ts'
import { LegalValue } from '../../flags/schemas/context-field.ts'
import { FEATURE_TYPES, FeatureName } from '../../flags/schemas/feature.ts'
import { ParametersInput } from '../../flags/schemas/strategy.ts'
import { EnvironmentVariantInput, StrategyVariantInput } from '../../flags/schemas/variant.ts'

const ONE_OF = 'One of the properties features, tag and project is required.'

/** Selection to export: flags by name, of a tag's value, or of a project (docs/contract/transfer.md#import). */
export const ExportQuery = z
  .object({
    environment: z.string(),
    features: z.array(z.string().min(1)).optional(),
    tag: z.string().optional(),
    project: z.string().optional(),
    downloadFile: z.boolean().optional(),
  })
  .refine(({ features, tag, project }) => (features ?? tag ?? project) !== undefined, ONE_OF)
  .meta({ id: 'exportQuerySchema' })
export type ExportQuery = z.output<typeof ExportQuery>

const nullish = <T extends z.ZodType>(schema: T) => schema.nullish()

/** Flags of one environment with their dependent data, for import elsewhere. */
export const ExportedFlags = z
  .object({
    features: z.array(
      z.object({
        name: FeatureName,
        description: nullish(z.string()),
        type: nullish(z.enum(FEATURE_TYPES)),
        project: nullish(z.string()),
        stale: nullish(z.boolean()),
        impressionData: nullish(z.boolean()),
        archived: nullish(z.boolean()),
      }),
    ),
    featureStrategies: z.array(
      z.object({
        id: nullish(z.string()),
        name: z.string(),
        featureName: z.string(),
        title: nullish(z.string()),
        parameters: ParametersInput.optional(),
        constraints: z.array(ConstraintInput).optional(),
        variants: z.array(StrategyVariantInput).optional(),
        disabled: nullish(z.boolean()),
        segments: z.array(z.int()).optional(),
        sortOrder: nullish(z.number()),
      }),
    ),
    featureEnvironments: z
      .array(
        z.object({
          name: nullish(z.string()),
          featureName: z.string(),
          environment: nullish(z.string()),
          enabled: z.boolean(),
          variants: z.array(EnvironmentVariantInput).optional(),
          /** Release plans and safeguards, for readers of exports; an import passes over them. */
          releasePlans: z.array(z.looseObject({ id: z.string() })).optional(),
          safeguards: z.array(z.looseObject({ id: z.string() })).optional(),
        }),
      )
      .optional(),
    contextFields: z
      .array(
        z.object({
          name: z.string(),
          description: nullish(z.string()),
          stickiness: nullish(z.boolean()),
          sortOrder: nullish(z.int()),
          legalValues: z.array(LegalValue).optional(),
        }),
      )
      .optional(),
    featureTags: z
      .array(z.object({ featureName: z.string(), tagType: z.string(), tagValue: z.string() }))
      .optional(),
    segments: z.array(z.object({ id: z.int(), name: z.string() })).optional(),
    tagTypes: z.array(
      z.object({
        name: z.string(),
        description: nullish(z.string()),
        icon: nullish(z.string()),
        color: nullish(z.string()),
      }),
    ),
    dependencies: z
      .array(
        z.object({
          feature: z.string(),
          dependencies: z.array(
            z.object({
              feature: z.string(),
              enabled: z.boolean().optional(),
              variants: z.array(z.string()).optional(),
            }),
          ),
        }),
      )
      .optional(),
    links: z
      .array(
        z.object({
          feature: z.string(),
          links: z.array(z.object({ id: nullish(z.string()), url: z.string(), title: nullish(z.string()) })),
        }),
      )
      .optional(),
  })
  .meta({ id: 'exportResultSchema' })
export type ExportedFlags = z.output<typeof ExportedFlags>

export const ImportFlags = z
  .object({ project: z.string(), environment: z.string(), data: ExportedFlags })
  .meta({ id: 'importTogglesSchema' })
export type ImportFlags = z.output<typeof ImportFlags>

/** File of an import to request; in a new change request unless one of the caller's is named. */
export const RequestImport = z
  .object({ data: ExportedFlags, changeRequest: z.int().optional() })
  .meta({ id: 'requestImportSchema' })

/** Change request that an import went into, and how many changes it made there. */
export const ImportRequest = z.object({ id: z.int(), title: z.string(), changes: z.int() })
export type ImportRequest = z.output<typeof ImportRequest>

const Finding = z.object({ message: z.string(), affectedItems: z.array(z.string()) })
export type Finding = z.output<typeof Finding>

/** Findings of an import: problems that prevent it, unexpected effects, and missing permissions. */
export const ImportFindings = z
  .object({ errors: z.array(Finding), warnings: z.array(Finding), permissions: z.array(Finding) })
  .meta({ id: 'importTogglesValidateSchema' })
export type ImportFindings = z.output<typeof ImportFindings>
