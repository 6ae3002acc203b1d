import { setImmediate } from 'node:timers/promises'

import { nextTurn, Turn } from '#runtime/turn.ts'

/** Turns of the event loop that reads share: many reads in a chain, and what is made of them, do not become one long turn. */
export class ReadTurns {
  #turn: Turn | undefined

  /** True if it is time to pause: asked first, as each await takes time too. Begins a turn if there is none. */
  get isOver(): boolean {
    if (this.#turn) return this.#turn.isOver
    this.#begin()
    return false
  }

  /** Waits in line with other long computations. */
  async pause(): Promise<void> {
    await nextTurn()
    this.#resume()
  }

  /** Waits for the next turn of the loop only: others wait for the connection that the caller holds. */
  async pauseHolding(): Promise<void> {
    await setImmediate()
    this.#resume()
  }

  /** Begins a turn with what the caller does before it reads again. */
  #resume(): void {
    if (!this.#turn) this.#begin()
  }

  #begin(): void {
    this.#turn = new Turn()
    // runs when no continuation is left: what reads next is called anew, and others have had their turn
    process.nextTick(() => (this.#turn = undefined))
  }
}
