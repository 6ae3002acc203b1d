import { z } from 'zod'

import { ALL, MANY, Name, Prose } from '#shared/schemas/bounded.ts'
import { Instant, urlFriendlyName } from '#shared/schemas/scalars.ts'
import { LifecycleStage } from './lifecycle.ts'
import { ReleaseOfEnvironment } from './release-plan.ts'
import { ListedStrategy, Strategy } from './strategy.ts'
import { ColouredTag, Tag } from './tag.ts'

/** The types of a flag up to version 7, in the order the contract names them (recorded exchange flags/unknown-type). */
const TYPES_BEFORE_8 = ['experiment', 'kill-switch', 'release', 'operational', 'permission'] as const
export const FeatureTypeBefore8 = z.enum(TYPES_BEFORE_8)

/**
 * `sunset` came with version 8 (docs/contract/flags.md#flags, docs/contract/versions.md#sunset); before, an
 * adaptation refuses it.
 */
export const FEATURE_TYPES = [...TYPES_BEFORE_8, 'sunset'] as const
export const FeatureType = z.enum(FEATURE_TYPES)
export type FeatureType = z.output<typeof FeatureType>

export const FeatureName = urlFriendlyName('name')

/** Document: "Feature flag (creation)": name, and optionally impressionData; the rest as in the contract. */
export const CreateFeature = z
  .object({
    name: FeatureName,
    type: FeatureType.optional(),
    description: Prose.nullish(),
    impressionData: z.boolean().optional(),
    tags: z.array(Tag).max(MANY).optional(),
  })
  .meta({ id: 'createFeatureSchema' })

/** Names of flags, for bulk operations. */
export const FeatureBatch = z.object({ features: z.array(Name).max(ALL) }).meta({ id: 'batchFeaturesSchema' })

export const StaleFeatures = FeatureBatch.extend({ stale: z.boolean() }).meta({ id: 'batchStaleSchema' })

export const CloneFeature = z
  .object({ name: FeatureName, replaceGroupId: z.boolean().optional() })
  .meta({ id: 'cloneFeatureSchema' })

/** A name to be looked at before a flag gets it; the project's naming pattern counts where a project is named. */
export const ValidateFeature = z
  .object({ name: FeatureName, projectId: Name.nullish() })
  .meta({ id: 'validateFeatureSchema' })

/** PUT puts every field that is not sent back to its default (docs/contract/flags.md#put-resets). */
export const UpdateFeature = z
  .object({
    name: Name.optional(),
    type: FeatureType.optional(),
    description: Prose.nullish(),
    stale: z.boolean().optional(),
    impressionData: z.boolean().optional(),
    /** Archives the flag, as the operation for it does. */
    archived: z.boolean().optional(),
  })
  .meta({ id: 'updateFeatureSchema' })

/** The short form: what creating and updating answer. */
export const Feature = z
  .object({
    name: z.string(),
    description: z.string().nullable(),
    type: z.string(),
    project: z.string(),
    stale: z.boolean(),
    createdAt: Instant,
    lastSeenAt: Instant.nullable(),
    impressionData: z.boolean(),
    archived: z.boolean(),
    /** Present where a change has archived the flag. */
    archivedAt: Instant.optional(),
  })
  .meta({ id: 'featureSchema' })
export type Feature = z.output<typeof Feature>

const Person = z.object({ id: z.number(), name: z.string(), imageUrl: z.string() })

const FeatureEnvironment = z.object({
  name: z.string(),
  type: z.string(),
  enabled: z.boolean(),
  sortOrder: z.number(),
  lastSeenAt: Instant.nullable(),
  yes: z.number(),
  no: z.number(),
  strategies: z.array(Strategy),
  variants: z.array(z.unknown()).optional(),
  ...ReleaseOfEnvironment.shape,
})

/** The full form: a flag with its environments (docs/contract/flags.md#full-form). */
export const FeatureDetails = Feature.extend({
  favorite: z.boolean(),
  createdBy: Person,
  environments: z.array(FeatureEnvironment),
  variants: z.array(z.never()),
  dependencies: z.array(
    z.object({ feature: z.string(), enabled: z.boolean(), variants: z.array(z.string()) }),
  ),
  children: z.array(z.string()),
  links: z.array(
    z.object({ id: z.string(), url: z.string(), title: z.string().nullable(), feature: z.string() }),
  ),
  tags: z.array(ColouredTag),
  lifecycle: LifecycleStage.optional(),
  collaborators: z.object({ users: z.array(Person) }),
}).meta({ id: 'featureDetailsSchema' })

/** The full form for the window, which marks the strategies of release plans. */
export const ShownFeatureDetails = FeatureDetails.extend({
  environments: z.array(FeatureEnvironment.extend({ strategies: z.array(ListedStrategy) })),
})
export type ShownFeatureDetails = z.output<typeof ShownFeatureDetails>

/** A flag in the list of its project (recorded exchange flags/list-of-project). */
export const FeatureListItem = z
  .object({
    name: z.string(),
    type: z.string(),
    description: z.string().nullable(),
    favorite: z.boolean(),
    createdAt: Instant,
    stale: z.boolean(),
    impressionData: z.boolean(),
    lastSeenAt: Instant.nullable(),
    tags: z.array(Tag).optional(),
    environments: z.array(
      z.object({
        name: z.string(),
        enabled: z.boolean(),
        type: z.string(),
        sortOrder: z.number(),
        variantCount: z.number(),
        lastSeenAt: Instant.nullable(),
        hasStrategies: z.boolean(),
        hasEnabledStrategies: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'projectFeatureSchema' })
export type FeatureListItem = z.output<typeof FeatureListItem>

/** The parent, how it must be (on, unless `enabled` is false), and which variant it must have when it is on. */
export const CreateDependency = z
  .object({
    feature: Name,
    enabled: z.boolean().optional(),
    variants: z.array(Name).max(MANY).optional(),
  })
  .meta({ id: 'createDependentFeatureSchema' })
