import type { FoundUrl } from './read-text.ts'

/** A link with a secret, as this instance hands them out. */
export interface FoundLink {
  id: 'invite' | 'password' | 'sign-in'
  what: string
  secret: string
}

/** Reads the secret of an invite, password or sign-in link; undefined: the URL is none of these. */
export function linkOf({ text }: FoundUrl): FoundLink | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const inHash = url.hash.slice(1)
  const page = inHash.startsWith('/') && URL.canParse(inHash, url.origin) ? new URL(inHash, url.origin) : url
  const words = page.pathname.split('/').filter((word) => word !== '')
  const behind = (name: string) => (words.at(-2) === name ? words.at(-1) : undefined)
  const invite = page.searchParams.get('invite') ?? (words[0] === 'invite' ? words[1] : undefined)
  if (invite !== undefined && invite !== '') return { id: 'invite', what: 'Invite link', secret: invite }
  const isPasswordPage = words.at(-1) === 'reset-password' || words.at(-1) === 'new-user'
  const token = isPasswordPage ? page.searchParams.get('token') : null
  if (token !== null && token !== '') return { id: 'password', what: 'Link to set a password', secret: token }
  const signIn = behind('sign-in')
  return signIn === undefined ? undefined : { id: 'sign-in', what: 'One-time sign-in link', secret: signIn }
}
