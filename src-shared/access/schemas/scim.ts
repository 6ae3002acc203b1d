import { z } from 'zod'
import { FEW, Line, Name, withMost } from '../../schemas/bounded.ts'

/** Media type of SCIM (RFC 7644, section 8.1). */
export const SCIM_TYPE = 'application/scim+json; charset=utf-8'

/** Limits of a SCIM request: each is answered with an error, or with a smaller page. */
export const SCIM_LIMITS = {
  /** Bytes of a body: a group of some 5,000 members, each with its name and reference. */
  body: 1024 * 1024,
  /** Characters of a filter. */
  filter: 1000,
  /** Logical operators of a filter: each may double the work of reading it. */
  operators: 12,
  /** Resources on a page, and how many if the request does not say. */
  page: 200,
  usualPage: 100,
  /** Operations of one PATCH. */
  operations: 1000,
  /** Members of a group. */
  members: 5000,
} as const

/** State of SCIM (docs/contract/access.md#scim-settings). */
export const ScimSettings = z
  .object({ enabled: z.boolean(), hasToken: z.boolean() })
  .meta({ id: 'scimSettingsSchema' })

export const SetScimSettings = z.object({ enabled: z.boolean() }).meta({ id: 'setScimSettingsSchema' })

export const ScimToken = z.object({ token: z.string() }).meta({ id: 'scimTokenSchema' })

/** A request of the identity provider, as the screen lists it: without bodies, filters and tokens. */
export const ScimRequest = z.object({
  at: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.int(),
  /** Text of the error; absent: the request succeeded. */
  detail: z.string().optional(),
})
export type ScimRequest = z.output<typeof ScimRequest>

/** Everything that the page of provisioning shows. */
export const ScimOverview = ScimSettings.extend({
  /** Base URL that is entered at the identity provider. */
  url: z.string(),
  users: z.int(),
  groups: z.int(),
  /** Latest requests since the start of the service, newest first. */
  requests: z.array(ScimRequest),
})
export type ScimOverview = z.output<typeof ScimOverview>

const Meta = z.object({
  resourceType: z.string(),
  created: z.string(),
  lastModified: z.string(),
  location: z.string(),
})

/** SCIM user with the attributes that are stored (RFC 7643, section 4.1). */
export const ScimUser = z
  .object({
    schemas: z.array(z.string()),
    id: z.string(),
    externalId: z.string().optional(),
    userName: z.string().optional(),
    name: z
      .object({
        formatted: z.string().optional(),
        givenName: z.string().optional(),
        familyName: z.string().optional(),
      })
      .optional(),
    displayName: z.string().optional(),
    emails: z.array(z.object({ value: z.string(), type: z.string(), primary: z.boolean() })).optional(),
    active: z.boolean().optional(),
    meta: Meta.optional(),
  })
  .meta({ id: 'scimUserSchema' })
export type ScimUser = z.output<typeof ScimUser>

/** SCIM group (RFC 7643, section 4.2). */
export const ScimGroup = z
  .object({
    schemas: z.array(z.string()),
    id: z.string(),
    externalId: z.string().optional(),
    displayName: z.string().optional(),
    members: z
      .array(z.object({ value: z.string(), display: z.string(), type: z.string(), $ref: z.string() }))
      .optional(),
    meta: Meta.optional(),
  })
  .meta({ id: 'scimGroupSchema' })
export type ScimGroup = z.output<typeof ScimGroup>

const listOf = <T extends z.ZodType>(resource: T) =>
  z.object({
    schemas: z.array(z.string()),
    totalResults: z.int(),
    startIndex: z.int(),
    itemsPerPage: z.int(),
    Resources: z.array(resource),
  })
export const ScimUsers = listOf(ScimUser).meta({ id: 'scimUsersSchema' })
export const ScimGroups = listOf(ScimGroup).meta({ id: 'scimGroupsSchema' })

/** A document about the service itself; the library writes it (RFC 7643, sections 5 to 7). */
export const ScimDocument = z.record(z.string(), z.unknown())
export const ScimDocuments = listOf(ScimDocument)

/** A user as a provider sends it. The library reads it: what is not kept is ignored, not refused. */
export const ScimUserInput = withMost(
  z.looseObject({ schemas: z.array(Name).max(FEW).optional(), userName: z.string().trim().min(1).max(255) }),
  FEW,
).meta({ id: 'scimUserInputSchema' })

export const ScimGroupInput = withMost(
  z.looseObject({
    schemas: z.array(Name).max(FEW).optional(),
    displayName: z.string().trim().min(1).max(255),
  }),
  FEW,
).meta({ id: 'scimGroupInputSchema' })

/** Operations of a PATCH (RFC 7644, section 3.5.2). Names of operations come in any letter case. */
export const ScimPatch = z
  .object({
    schemas: z.array(z.literal('urn:ietf:params:scim:api:messages:2.0:PatchOp')).min(1).max(1),
    Operations: z
      .array(
        z.object({
          op: Line.transform((op) => op.toLowerCase()).pipe(z.enum(['add', 'remove', 'replace'])),
          path: z.string().max(1000).optional(),
          value: z.unknown().optional(),
        }),
      )
      .min(1)
      .max(SCIM_LIMITS.operations),
  })
  .meta({ id: 'scimPatchSchema' })
export type ScimPatch = z.output<typeof ScimPatch>
export type ScimPatchOperation = ScimPatch['Operations'][number]

const Count = z.coerce.number().int().optional()

/** Attributes of the answer; `excludedAttributes=members` is what providers ask for. */
export const ScimView = z.object({
  attributes: z.string().max(1000).optional(),
  excludedAttributes: z.string().max(1000).optional(),
})
export type ScimView = z.output<typeof ScimView>

export const ScimQuery = ScimView.extend({
  filter: Line.optional(),
  startIndex: Count,
  count: Count,
})
export type ScimQuery = z.output<typeof ScimQuery>
