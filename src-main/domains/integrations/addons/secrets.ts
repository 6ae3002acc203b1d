import { findProvider, MASK, type AddonParameters } from '#shared/integrations/addons/index.ts'
import { parseHeaders } from './custom-headers.ts'

/** Shorter ones are no secret, and would mask half of every text. */
const SHORTEST = 4

/** A part of a URL that is as long as this may be a key by itself. */
const SHORTEST_KEY = 12

/** All that must not be seen of the parameters of a provider, in the forms in which it could turn up; longest first. */
export function secretsOf(provider: string, parameters: AddonParameters): string[] {
  const open = new Set(
    findProvider(provider)?.parameters.flatMap(({ name, sensitive }) => (sensitive ? [] : [name])),
  )
  const secrets = Object.entries(parameters)
    .filter(([name]) => !open.has(name))
    .flatMap(([, value]) => formsOf(value))
  const escaped = secrets.map((secret) => JSON.stringify(secret).slice(1, -1))
  return [...new Set([...secrets, ...escaped])]
    .filter((secret) => secret.length >= SHORTEST)
    .sort((a, b) => b.length - a.length)
}

function formsOf(value: string): string[] {
  const url = URL.canParse(value) ? new URL(value) : undefined
  // the path of a webhook is its key; the host is not
  if (url) {
    const parts = [...url.pathname.split('/'), ...url.searchParams.values()]
    const keys = parts.filter((part) => part.length >= SHORTEST_KEY)
    return [value, url.href, `${url.pathname}${url.search}`, ...keys]
  }
  // `Bearer …`: the receiver may repeat the token alone
  return [value, ...value.split(/\s+/), ...Object.values(parseHeaders(value) ?? {}).flatMap(formsOf)]
}

/** The text with a mask in place of each secret. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), text)
}
