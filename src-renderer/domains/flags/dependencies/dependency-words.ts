/** Condition on a parent flag for its child to be on. */
export interface Dependency {
  feature: string
  enabled: boolean
  variants: string[]
}

/** Describes the condition: "is off", "is on", "is on as blue or red". */
export function dependencyInWords({ enabled, variants }: Dependency): string {
  if (!enabled) return 'is off.'
  return variants.length === 0 ? 'is on.' : `is on as ${variants.join(' or ')}.`
}
