import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

import { refuseOwnState } from './own-state-answers.ts'

/** Token that a stand-in knows. */
export interface KnownToken {
  type?: string
  /** `*`: all. */
  projects?: readonly string[]
  /** It is served, and not in the answers to questions for tokens. */
  isUnlisted?: boolean
}

/** Behaviour of a stand-in: as a service, or as one that is not well. */
type Mode = 'well' | 'failing' | 'silent' | 'nonsense'

const environmentOf = (token: string) => /:([^.]+)\./.exec(token)?.[1] ?? ''

/**
 * Stands in for an upstream with as many tokens, environments and projects as a test needs. Each environment has a flag
 * `<project>-<environment>` in each project. It counts what it is asked for.
 */
export class StandInUpstream {
  readonly tokens = new Map<string, KnownToken>()
  /** Tokens that are validated still, and refused for flags: the original service does so with those that were deleted. */
  readonly deleted = new Set<string>()
  readonly projects: string[] = ['default']
  mode: Mode = 'well'
  /** Paths for which the mode holds. */
  modeOf: (path: string) => boolean = () => true
  /** Number of tokens in each question whether it knows them. */
  readonly questions: number[] = []
  /** Tokens that asked for their flags, in turn. */
  readonly polls: string[] = []
  readonly #server = http.createServer((request, response) => void this.#answer(request, response))

  async listen(port = 0): Promise<string> {
    await new Promise<void>((resolve) => void this.#server.listen(port, '127.0.0.1', resolve))
    return this.url
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Adds a token, and returns it. */
  add(token: string, known: KnownToken = {}): string {
    this.tokens.set(token, known)
    return token
  }

  forget(): void {
    this.questions.length = 0
    this.polls.length = 0
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { url: path = '', headers } = request
    // not every service streams
    if (path === '/api/client/streaming') return void response.writeHead(404).end()
    if (path === '/api/client/metrics/edge')
      return refuseOwnState(response, this.tokens.has(headers.authorization ?? '') ? 'backend' : 'unknown')
    if (path.startsWith('/api/client/features/') && (this.mode === 'well' || !this.modeOf(path))) {
      const isKnown =
        this.tokens.has(headers.authorization ?? '') && !this.deleted.has(headers.authorization ?? '')
      return void response.writeHead(isKnown ? 404 : 401).end()
    }
    const isValidation = path === '/edge/validate'
    const { authorization: token = '' } = headers
    const asked = isValidation ? ((await json(request)) as { tokens: string[] }).tokens : []
    if (isValidation) this.questions.push(asked.length)
    else this.polls.push(token)
    const mode = this.modeOf(path) ? this.mode : 'well'
    if (mode === 'silent') return
    if (mode === 'failing') return void response.writeHead(500).end()
    if (mode === 'nonsense') return void response.end('{"tokens":[7],"features":"none"}')
    if (isValidation) {
      const listed = [...new Set(asked)].filter((one) => {
        const known = this.tokens.get(one)
        return known !== undefined && known.isUnlisted !== true
      })
      const tokens = listed.map((one) => this.#describe(one))
      return void response.end(JSON.stringify({ tokens }))
    }
    const known = this.tokens.get(token)
    if (!known || known.type === 'frontend' || this.deleted.has(token))
      return void response.writeHead(401).end()
    const etag = `"${this.#projectsOf(token).join()}"`
    response.setHeader('etag', etag)
    if (headers['if-none-match'] === etag) return void response.writeHead(304).end()
    const features = this.#projectsOf(token).map((project) => ({
      name: `${project}-${environmentOf(token)}`,
      enabled: true,
      project,
      strategies: [{ name: 'default' }],
    }))
    response.end(JSON.stringify({ version: 2, features }))
  }

  #describe(token: string) {
    const { type = 'client', projects = [token.split(':')[0] ?? ''] } = this.tokens.get(token) ?? {}
    return { token, type, projects, environment: environmentOf(token) }
  }

  #projectsOf(token: string): readonly string[] {
    const { projects } = this.#describe(token)
    return projects.includes('*') ? this.projects : this.projects.filter((one) => projects.includes(one))
  }
}
