export const CENSORED = '[redacted]'

/** Text that could be a secret as a whole: words, with the signs that tokens have. One class, so that it is linear. */
const RUNS = /[\w.~*[\]:-]{20,}/g
const LONG_HEX = /[0-9a-f]{40,}/i
const SHORTEST_SECRET = 16

/**
 * Censors secrets of this service anywhere in a text, such as an error message or a stack. Finds them by their
 * form: `project:environment.random`, or long hexadecimal text.
 */
export function censorSecrets(text: string): string {
  return text.replace(RUNS, (run) => (LONG_HEX.test(run) || isTokenForm(run) ? CENSORED : run))
}

/** Environments begin with a letter, or are `*`: times and ports do not. */
function isTokenForm(run: string): boolean {
  const parts = run.split(':')
  return parts.some((part, index) => {
    const dot = part.indexOf('.')
    const isEnvironment = dot > 0 && /^[a-z*]/i.test(part)
    return index > 0 && parts[index - 1] !== '' && isEnvironment && part.length - dot > SHORTEST_SECRET
  })
}
