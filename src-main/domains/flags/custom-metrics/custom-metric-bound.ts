/** Numbers written by this process until the table is bounded again. */
const SLACK = 1000

/** Says when enough custom metrics were written that their number needs to be bounded again: counting them costs. */
export class CustomMetricBound {
  #added = 0

  /** Notes numbers that are written. Returns whether the table is to be bounded in the same transaction. */
  isDue(count: number): boolean {
    return this.#added + count >= SLACK
  }

  /** Called once numbers are written. */
  note(count: number, wasBounded: boolean): void {
    this.#added = wasBounded ? 0 : this.#added + count
  }
}
