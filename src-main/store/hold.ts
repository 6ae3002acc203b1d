/** Hold on the writes of a store. */
export interface Hold {
  /** Aborted if the hold was lost, with the reason: others may have written since. */
  readonly lost: AbortSignal
  /** Allows writes again. */
  release(): Promise<void>
}
