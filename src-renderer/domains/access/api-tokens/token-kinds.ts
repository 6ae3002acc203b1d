import type { TokenType } from '#shared/access/schemas/api-token.ts'

/** The word for a kind of token; `client` is the old one for backend. */
export function kindOf(type: TokenType): string {
  return type === 'client' ? 'backend' : type
}

/** The kinds that can be made, and what each may do: what one has to know to choose. */
export const TOKEN_KINDS = [
  {
    value: 'backend',
    label: 'Backend',
    use: 'For SDKs on servers and for Edge.',
    may: 'Gets all flags of its projects with their rules and evaluates them locally. Keep it secret.',
  },
  {
    value: 'frontend',
    label: 'Frontend',
    use: 'For browsers and apps.',
    may: 'Sends the context and gets the flags that are on, never the rules. It does not need to be secret.',
  },
] as const

export type TokenKind = (typeof TOKEN_KINDS)[number]['value']

/** The first request that a token is good for. */
export const pathOf = (kind: TokenKind): string =>
  kind === 'frontend' ? '/api/frontend' : '/api/client/features'
