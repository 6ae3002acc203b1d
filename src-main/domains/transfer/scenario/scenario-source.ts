import type { ScenarioSourceState } from '#shared/transfer/schemas/scenario-source.ts'

/** Scenario file that the settings name, and what became of it when it was last read. */
export class ScenarioSource {
  readonly file: string
  readonly isWatched: boolean
  #appliedAt: string | null = null
  #error: string | null = null

  constructor(file: string, isWatched: boolean) {
    this.file = file
    this.isWatched = isWatched
  }

  get state(): ScenarioSourceState {
    return { file: this.file, watched: this.isWatched, appliedAt: this.#appliedAt, error: this.#error }
  }

  noteApplied(at: Date): void {
    this.#appliedAt = at.toISOString()
    this.#error = null
  }

  /** Notes that the file cannot be applied: the instance stays what it was. */
  noteError(message: string): void {
    this.#error = message
  }
}
