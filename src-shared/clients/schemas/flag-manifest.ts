import { z } from 'zod'

/** Types of the values of flags, as OpenFeature's command line knows them. */
export const MANIFEST_TYPES = ['boolean', 'string', 'integer', 'float', 'object'] as const
export type ManifestType = (typeof MANIFEST_TYPES)[number]

/** A flag for generators of code: the type that its evaluation has, and the value until there is one. */
export const ManifestFlag = z
  .object({
    key: z.string(),
    name: z.string(),
    type: z.enum(MANIFEST_TYPES),
    description: z.string().nullable(),
    defaultValue: z.union([z.boolean(), z.string(), z.number(), z.record(z.string(), z.unknown())]),
  })
  .meta({ id: 'manifestFlagSchema' })
export type ManifestFlag = z.output<typeof ManifestFlag>

/** Flags for OpenFeature's command line: its "Manifest Management API", version 0.1.0. */
export const FlagManifest = z.object({ flags: z.array(ManifestFlag) }).meta({ id: 'manifestSchema' })
