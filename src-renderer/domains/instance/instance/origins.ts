import { isOrigin } from '#shared/instance/schemas/ui-config.ts'

/** Reads origins from a text, one per line. */
export function originsIn(text: string): string[] {
  const lines = text.split(/[\n,]/).map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== ''))]
}

/** Describes the first invalid origin; undefined: all are valid. */
export function originProblem(origins: readonly string[]): string | undefined {
  const wrong = origins.find((origin) => !isOrigin(origin))
  if (wrong === undefined) return undefined
  const suggestion = suggestionFor(wrong)
  return suggestion === undefined
    ? `"${wrong}" is not an origin. Use the form https://app.example.com.`
    : `"${wrong}" is not an origin. Did you mean ${suggestion}?`
}

/** Describes the allowed origins in a sentence. */
export function originsInWords(origins: readonly string[]): string {
  if (origins.length === 0 || origins.includes('*')) return 'Pages of all origins may use the frontend API.'
  return origins.length === 1
    ? `Only pages of ${origins[0]} may use the frontend API.`
    : `Only pages of ${origins.length} origins may use the frontend API.`
}

/** Suggests an origin for a pasted URL or a bare host. */
function suggestionFor(text: string): string | undefined {
  for (const address of [text, `https://${text}`]) {
    if (!/^https?:/i.test(address) || !URL.canParse(address)) continue
    const { origin, hostname } = new URL(address)
    if (isOrigin(origin) && /\.|^localhost$|^\[/.test(hostname)) return origin
  }
  return undefined
}
