import { z } from 'zod'

import { ConstraintInput } from '../../flags/schemas/constraint.ts'
import { LegalValue } from '../../flags/schemas/context-field.ts'
import { FEATURE_TYPES, FeatureName } from '../../flags/schemas/feature.ts'
import { ParametersInput } from '../../flags/schemas/strategy.ts'
import { EnvironmentVariantInput, StrategyVariantInput } from '../../flags/schemas/variant.ts'
import { ALL, FEW, Line, MANY, Name, Prose, withMost } from '../../schemas/bounded.ts'

/** Strategies and environments of all flags of an instance. */
const IMPORTED = 50_000
const ONE_OF = 'One of the properties features, tag and project is required.'

/** Selection to export: flags by name, of a tag's value, or of a project (docs/contract/transfer.md#import). */
export const ExportQuery = z
  .object({
    environment: Name,
    features: z.array(Name.min(1)).max(ALL).optional(),
    tag: Name.optional(),
    project: Name.optional(),
    downloadFile: z.boolean().optional(),
  })
  .refine(({ features, tag, project }) => (features ?? tag ?? project) !== undefined, ONE_OF)
  .meta({ id: 'exportQuerySchema' })
export type ExportQuery = z.output<typeof ExportQuery>

const nullish = <T extends z.ZodType>(schema: T) => schema.nullish()

/** Flags of one environment with their dependent data, for import elsewhere. */
export const ExportedFlags = z
  .object({
    features: z
      .array(
        z.object({
          name: FeatureName,
          description: nullish(Prose),
          type: nullish(z.enum(FEATURE_TYPES)),
          project: nullish(Name),
          stale: nullish(z.boolean()),
          impressionData: nullish(z.boolean()),
          archived: nullish(z.boolean()),
        }),
      )
      .max(IMPORTED),
    featureStrategies: z
      .array(
        z.object({
          id: nullish(Name),
          name: Name,
          featureName: Name,
          title: nullish(Line),
          parameters: ParametersInput.optional(),
          constraints: z.array(ConstraintInput).max(MANY).optional(),
          variants: z.array(StrategyVariantInput).max(MANY).optional(),
          disabled: nullish(z.boolean()),
          segments: z.array(z.int()).max(MANY).optional(),
          sortOrder: nullish(z.number()),
        }),
      )
      .max(IMPORTED),
    featureEnvironments: z
      .array(
        z.object({
          name: nullish(Name),
          featureName: Name,
          environment: nullish(Name),
          enabled: z.boolean(),
          variants: z.array(EnvironmentVariantInput).max(MANY).optional(),
          /** Release plans and safeguards, for readers of exports; an import passes over them. */
          releasePlans: z
            .array(withMost(z.looseObject({ id: Name }), FEW))
            .max(MANY)
            .optional(),
          safeguards: z
            .array(withMost(z.looseObject({ id: Name }), FEW))
            .max(MANY)
            .optional(),
        }),
      )
      .max(IMPORTED)
      .optional(),
    contextFields: z
      .array(
        z.object({
          name: Name,
          description: nullish(Prose),
          stickiness: nullish(z.boolean()),
          sortOrder: nullish(z.int()),
          legalValues: z.array(LegalValue).max(MANY).optional(),
        }),
      )
      .max(IMPORTED)
      .optional(),
    featureTags: z
      .array(z.object({ featureName: Name, tagType: Name, tagValue: Name }))
      .max(IMPORTED)
      .optional(),
    segments: z
      .array(z.object({ id: z.int(), name: Name }))
      .max(IMPORTED)
      .optional(),
    tagTypes: z
      .array(
        z.object({
          name: Name,
          description: nullish(Prose),
          icon: nullish(Line),
          color: nullish(Name),
        }),
      )
      .max(IMPORTED),
    dependencies: z
      .array(
        z.object({
          feature: Name,
          dependencies: z
            .array(
              z.object({
                feature: Name,
                enabled: z.boolean().optional(),
                variants: z.array(Name).max(MANY).optional(),
              }),
            )
            .max(MANY),
        }),
      )
      .max(IMPORTED)
      .optional(),
    links: z
      .array(
        z.object({
          feature: Name,
          links: z.array(z.object({ id: nullish(Name), url: Line, title: nullish(Line) })).max(FEW),
        }),
      )
      .max(IMPORTED)
      .optional(),
  })
  .meta({ id: 'exportResultSchema' })
export type ExportedFlags = z.output<typeof ExportedFlags>

export const ImportFlags = z
  .object({ project: Name, environment: Name, data: ExportedFlags })
  .meta({ id: 'importTogglesSchema' })
export type ImportFlags = z.output<typeof ImportFlags>

/** File of an import to request; in a new change request unless one of the caller's is named. */
export const RequestImport = z
  .object({ data: ExportedFlags, changeRequest: z.int().optional() })
  .meta({ id: 'requestImportSchema' })

/** Change request that an import went into, and how many changes it made there. */
export const ImportRequest = z.object({ id: z.int(), title: z.string(), changes: z.int() })
export type ImportRequest = z.output<typeof ImportRequest>

const ImportFinding = z.object({ message: z.string(), affectedItems: z.array(z.string()) })
export type ImportFinding = z.output<typeof ImportFinding>

/** Findings of an import: problems that prevent it, unexpected effects, and missing permissions. */
export const ImportFindings = z
  .object({
    errors: z.array(ImportFinding),
    warnings: z.array(ImportFinding),
    permissions: z.array(ImportFinding),
  })
  .meta({ id: 'importTogglesValidateSchema' })
export type ImportFindings = z.output<typeof ImportFindings>
