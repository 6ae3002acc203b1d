import { ownValue } from '#shared/own-value.ts'
import type { ImpressionInput } from '#shared/clients/schemas/impression.ts'

const EVENT_TYPES = ['isEnabled', 'getVariant']
const CONTEXT_FIELDS = ['sessionId', 'appName', 'environment']

/** Facts about the flag of an impression. */
export interface KnownFlag {
  impressionData: boolean
  enabled: boolean
  variant: string | null
}

/**
 * Lists fields that an SDK left out, or that contradict the service's own result (document: "Impression
 * event"). `flag` is undefined if no flag has that name in the environment.
 */
export function lintImpression(event: ImpressionInput, flag: KnownFlag | undefined): string[] {
  const { eventType, eventId, enabled, variant, context } = event
  const warnings: string[] = []
  if (!eventType) warnings.push('eventType is missing')
  else if (!EVENT_TYPES.includes(eventType)) warnings.push(`eventType is ${eventType}, no type there is`)
  if (!eventId) warnings.push('eventId is missing')
  if (typeof enabled !== 'boolean') warnings.push('enabled is missing')
  if (eventType === 'getVariant' && !variant) warnings.push('variant is missing')
  if (eventType === 'isEnabled' && variant) warnings.push('variant is there, on an isEnabled event')
  if (!context) warnings.push('context is missing')
  for (const field of context ? CONTEXT_FIELDS : [])
    if (ownValue(context ?? {}, field) === undefined || ownValue(context ?? {}, field) === '')
      warnings.push(`context.${field} is missing`)
  return [...warnings, ...againstService(event, flag)]
}

function againstService(event: ImpressionInput, flag: KnownFlag | undefined): string[] {
  if (!flag) return ['no flag has that name in this environment']
  const warnings = flag.impressionData ? [] : ['impression data is off for this flag']
  const { enabled, variant, eventType } = event
  if (typeof enabled === 'boolean' && enabled !== flag.enabled)
    warnings.push(`the service would say ${flag.enabled ? 'on' : 'off'} now`)
  else if (eventType === 'getVariant' && variant && variant !== (flag.variant ?? 'disabled'))
    warnings.push(`the service would say ${flag.variant ?? 'no variant'} now`)
  return warnings
}
