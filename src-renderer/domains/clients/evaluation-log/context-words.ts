/** A context in one line: its fields, then its properties; what every call has is left out. */
export function contextInWords(context: Record<string, unknown> | null): string {
  if (!context) return ''
  const { properties, environment: _environment, ...root } = context
  const inner = typeof properties === 'object' && properties !== null ? properties : {}
  return Object.entries({ ...root, ...inner })
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('  ')
}
