import { withoutTrailingSlashes } from '#shared/trailing-slashes.ts'

/** Address of an instance that was started here without options. */
export const DEFAULT_URL = 'http://localhost:4242'

/** Running instance that a command asks, and the token of whoever asks. */
export interface InstanceTarget {
  url: string
  token: string
}

interface Given {
  /** Absent: an instance on this machine. */
  url?: string | undefined
  /** As an option; absent: HALYARD_TOKEN holds it. */
  token?: string | undefined
}

/** Reads which instance a command asks. Throws an Error that names what is wrong; `withoutToken` says in words that nobody asks. */
export function readTarget(
  { url = DEFAULT_URL, token }: Given,
  env: NodeJS.ProcessEnv,
  {
    option = '--url',
    withoutToken = 'An instance wants to know who asks: set HALYARD_TOKEN',
    isOpen = false,
  }: { option?: string; withoutToken?: string; isOpen?: boolean } = {},
): InstanceTarget {
  if (!/^https?:\/\/./.test(url)) throw new Error(`${option} ${url}: such as ${DEFAULT_URL}`)
  const known = token ?? env['HALYARD_TOKEN'] ?? ''
  if (known === '' && !isOpen) throw new Error(withoutToken)
  return { url: withoutTrailingSlashes(url), token: known }
}

/** For commands that take a token as an option, too. */
export const OR_BY_OPTION = {
  withoutToken: 'An instance wants to know who asks: set HALYARD_TOKEN, or say --token',
} as const
