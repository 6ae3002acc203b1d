import { timingSafeEqual } from 'node:crypto'

import type { Ids } from '#kernel/ids.ts'

/**
 * Person whom the desktop window acts as, in memory. A sign-in in the system browser becomes the window's by a ticket, which
 * only the desktop gives out: nobody else can sign the window in as themselves.
 */
export class WindowSignIn {
  readonly #ids: Ids
  #ticket: Buffer | undefined
  /** Request to a SAML provider that was made for the ticket. */
  #request: string | undefined
  #userId: number | undefined
  #onChange: () => void = () => undefined

  constructor(ids: Ids) {
    this.#ids = ids
  }

  /** The person signed in to the window; undefined: it is the first Admin. */
  get userId(): number | undefined {
    return this.#userId
  }

  /** Sets the function that is called when the window belongs to somebody else. */
  onChange(listener: () => void): void {
    this.#onChange = listener
  }

  /** Returns the ticket of a new sign-in. Earlier ones end. */
  begin(): string {
    const ticket = this.#ids.hex(24)
    this.#ticket = Buffer.from(ticket)
    this.#request = undefined
    return ticket
  }

  isOpen(ticket: string | undefined): boolean {
    const sent = Buffer.from(ticket ?? '')
    return this.#ticket?.length === sent.length && timingSafeEqual(this.#ticket, sent)
  }

  /** Signs the window in, if the ticket is still open. */
  finish(ticket: string | undefined, userId: number): void {
    if (this.isOpen(ticket)) this.#become(userId)
  }

  /** Notes the request to a SAML provider that is made for a ticket: its answer comes without the ticket. */
  expectAnswer(ticket: string | undefined, request: string): void {
    if (this.isOpen(ticket)) this.#request = request
  }

  /** Signs the window in, if the request was made for a ticket that is still open. */
  finishRequest(request: string, userId: number): void {
    if (this.#ticket !== undefined && this.#request === request) this.#become(userId)
  }

  #become(userId: number): void {
    this.#ticket = undefined
    this.#request = undefined
    this.#userId = userId
    this.#onChange()
  }

  /** Makes the window the first Admin's again. */
  signOut(): void {
    this.#userId = undefined
    this.#onChange()
  }
}
