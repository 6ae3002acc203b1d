/** Scope of a token, as the upstream tells it, or the token itself. */
export interface UpstreamScope {
  environment: string
  /** `*`: all. */
  projects: string[]
}

/** Token that the upstream knows. */
export interface UpstreamToken extends UpstreamScope {
  secret: string
  type: 'client' | 'frontend'
}

/** `project:environment.secret`; `*`: all projects, `[]`: several. Admin tokens, of all environments, are none for SDKs. */
const FORM = /^(\*|\[\]|[\w.~-]{1,100}):([\w~-]{1,100})\.[\w.~-]{1,255}$/
/** Form that the proxy before Edge had. */
const FORMER_FORM = /^[^\s,@]{1,255}@([\w~-]{1,100})$/

/** Parts of a token that say what it is for; undefined: it has another form. */
export function readTokenParts(token: string): { project: string; environment: string } | undefined {
  const [, project, environment] = /^([^:]*):([^.]+)\../.exec(token) ?? []
  return project === undefined || environment === undefined ? undefined : { project, environment }
}

/** Checks whether a text can be a token for SDKs: only then is it worth a question. */
export const looksLikeToken = (text: string): boolean => FORM.test(text)

/** Reads the scope that a token names. Undefined for a token of several projects, whose names the upstream has. */
export function scopeInText(token: string): UpstreamScope | undefined {
  const [, project = '', environment] = FORM.exec(token) ?? []
  if (environment === undefined || project === '[]') return undefined
  return { environment, projects: [project] }
}

/** Reads tokens for pages and apps that are accepted without asking: those of the usual form, and `secret@environment`. */
export function readTrusted(list: readonly string[]): Map<string, UpstreamToken> {
  const tokens = list.flatMap((text): UpstreamToken[] => {
    const scope = scopeInText(text)
    if (scope) return [{ secret: text, type: 'frontend', ...scope }]
    const [, environment] = FORMER_FORM.exec(text) ?? []
    if (environment === undefined) return []
    const secret = text.slice(0, text.lastIndexOf('@'))
    return [{ secret, type: 'frontend', environment, projects: ['*'] }]
  })
  return new Map(tokens.map((token) => [token.secret, token]))
}

/** Checks whether all that a token gets, another one gets, too. */
export const covers = (wide: UpstreamScope, narrow: UpstreamScope): boolean =>
  wide.environment === narrow.environment &&
  (wide.projects.includes('*') || narrow.projects.every((project) => wide.projects.includes(project)))
