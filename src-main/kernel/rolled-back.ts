/** Ends a transaction that was never meant to be committed, and brings out what came of it. */
export class RolledBack extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('dry run, rolled back')
    this.result = result
  }
}
