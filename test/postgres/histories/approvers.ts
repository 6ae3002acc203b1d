import type { Halyards, Outcome } from '../chaos/halyards.ts'

const PROJECT = '/api/admin/projects/default'
const ADMIN_ROLE = 1
const PASSWORD = 'Histories-are-judged-7'

interface Change {
  feature: string
  action: 'addStrategy'
  payload: object
}

/** Two people by whom changes in production are asked for and approved, and who apply them. */
export class Approvers {
  readonly #halyards: Halyards
  #author = ''
  #reviewer = ''

  constructor(halyards: Halyards) {
    this.#halyards = halyards
  }

  async prepare(): Promise<void> {
    this.#author = await this.#signUp('author')
    this.#reviewer = await this.#signUp('reviewer')
    const { outcome } = await this.#halyards.write(
      'PUT',
      `${PROJECT}/environments/production/change-requests/config`,
      { changeRequestsEnabled: true, requiredApprovals: 1 },
    )
    if (outcome !== 'acknowledged') throw new Error(`change requests are not turned on: ${outcome}`)
  }

  /** Brings changes to where they can be applied; undefined where a step had no answer. */
  async approved(changes: readonly Change[]): Promise<number | undefined> {
    const asked = await this.#halyards.write(
      'POST',
      `${PROJECT}/environments/production/change-requests`,
      changes,
      { cookie: this.#author },
    )
    const { id } = (asked.body ?? {}) as { id?: number }
    if (id === undefined) return undefined
    const sent = await this.#move(id, 'In review', this.#author)
    if (sent === 'acknowledged' && (await this.#move(id, 'Approved', this.#reviewer)) === 'acknowledged')
      return id
    // the next one must not join an open draft of the author
    await this.#move(id, 'Cancelled', this.#author)
    return undefined
  }

  apply(id: number): Promise<Outcome> {
    return this.#move(id, 'Applied', this.#author)
  }

  async #move(id: number, state: string, cookie: string): Promise<Outcome> {
    const path = `${PROJECT}/change-requests/${id}/state`
    return (await this.#halyards.write('PUT', path, { state }, { cookie })).outcome
  }

  /** Makes an Admin with a password; answers the cookie of a session, which every Halyard knows. */
  async #signUp(username: string): Promise<string> {
    await this.#halyards.write('POST', '/api/admin/user-admin', {
      ...{ username, name: username, rootRole: ADMIN_ROLE, sendEmail: false, password: PASSWORD },
    })
    const response = await fetch(`${this.#halyards.urlOf(0)}/auth/simple/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: PASSWORD }),
    })
    if (!response.ok) throw new Error(`signing in answers ${response.status}`)
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
  }
}
