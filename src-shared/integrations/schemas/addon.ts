import { z } from 'zod'

import { Event } from '../../audit/schemas/event.ts'
import { Instant } from '../../schemas/scalars.ts'
import { TagType } from '../../flags/schemas/tag.ts'
import { ALL, FEW, MANY, mapOf, Name, Prose } from '../../schemas/bounded.ts'

/**
 * An integration as sent (docs/contract/integrations.md#integrations). What its parameters must be is its provider's.
 */
export const AddonInput = z
  .object({
    provider: Name,
    enabled: z.boolean(),
    description: Prose.nullish(),
    parameters: mapOf(Name, z.unknown(), FEW),
    events: z.array(Name).max(MANY),
    projects: z.array(Name).max(ALL).optional(),
    environments: z.array(Name).max(MANY).optional(),
  })
  .meta({ id: 'addonCreateUpdateSchema' })
export type AddonInput = z.output<typeof AddonInput>

export const Addon = z
  .object({
    id: z.int().min(1),
    provider: z.string(),
    enabled: z.boolean(),
    description: z.string().nullable(),
    parameters: z.record(z.string(), z.string()),
    events: z.array(z.string()),
    projects: z.array(z.string()),
    environments: z.array(z.string()),
    /** Absent in the answer to its creation (recorded exchange integrations/create-webhook). */
    createdAt: Instant.optional(),
  })
  .meta({ id: 'addonSchema' })
export type Addon = z.output<typeof Addon>

const AddonParameterType = z
  .object({
    name: z.string(),
    displayName: z.string(),
    type: z.string(),
    description: z.string().optional(),
    placeholder: z.string().optional(),
    required: z.boolean(),
    sensitive: z.boolean(),
  })
  .meta({ id: 'addonParameterSchema' })

export const AddonType = z
  .object({
    name: z.string(),
    displayName: z.string(),
    description: z.string(),
    documentationUrl: z.string(),
    howTo: z.string().optional(),
    deprecated: z.string().optional(),
    parameters: z.array(AddonParameterType).optional(),
    events: z.array(z.string()).optional(),
    tagTypes: z.array(TagType).optional(),
  })
  .meta({ id: 'addonTypeSchema' })
export type AddonType = z.output<typeof AddonType>

export const DELIVERY_STATES = ['success', 'failed', 'successWithErrors'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Result of sending an event to an integration. `details` holds the request and the response. */
export const IntegrationEvent = z
  .object({
    id: z.string().regex(/^[0-9]+$/),
    integrationId: z.int(),
    createdAt: Instant,
    state: z.enum(DELIVERY_STATES),
    stateDetails: z.string(),
    event: Event,
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'integrationEventSchema' })
export type IntegrationEvent = z.output<typeof IntegrationEvent>
