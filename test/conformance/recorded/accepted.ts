/** Accepted differences of single exchanges from the recording. */
export interface Accepted {
  /** Ids of exchanges, `<group>/<name>`. */
  exchanges: readonly string[]
  because: string
  /** The whole answer is another one, with this status. */
  status?: number
  /** Difference; the rest is the same. */
  differs?: RegExp
}
