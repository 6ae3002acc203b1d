/** Copies a context without the fields that are null: they count as absent. */
export function presentFields(sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null && value !== undefined))
}

/**
 * Returns the environment that constraints compare: the context's own where it has one. Which configuration is
 * evaluated follows from the token or the chosen environment alone.
 */
export function environmentOf(sent: Readonly<Record<string, unknown>>, configured: string): string {
  const own = sent['environment']
  return typeof own === 'string' && own !== '' ? own : configured
}
