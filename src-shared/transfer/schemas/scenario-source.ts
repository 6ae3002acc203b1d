import { z } from 'zod'

/** Scenario file of the settings (`serve --scenario`). */
export const ScenarioSourceState = z.object({
  /** Path on the machine of the service. */
  file: z.string(),
  /** True if each save is applied. */
  watched: z.boolean(),
  appliedAt: z.string().nullable(),
  /** Reason why the newest save is not applied, with lines; null: it is. */
  error: z.string().nullable(),
})
export type ScenarioSourceState = z.output<typeof ScenarioSourceState>

/** Numbers of items by which the instance differs from its file. */
const SourceChanges = z.object({
  /** Items of the instance that the file's lists do not name. */
  added: z.int(),
  changed: z.int(),
  /** Items that the file names and the instance does not have. */
  removed: z.int(),
})
export type SourceChanges = z.output<typeof SourceChanges>

export const ScenarioSourceAnswer = z
  .object({
    /** Null: the instance was started without a file. */
    source: ScenarioSourceState.nullable(),
    /** Null: the file cannot be read as a scenario. */
    changes: SourceChanges.nullable(),
  })
  .meta({ id: 'scenarioSourceSchema' })

export const WrittenSource = z
  .object({
    file: z.string(),
    changes: SourceChanges,
    /** False if the file had to be written as a whole: its comments are gone. */
    keptComments: z.boolean(),
  })
  .meta({ id: 'writtenScenarioSourceSchema' })

export const RenewedScenario = z
  .object({
    text: z.string(),
    changes: SourceChanges,
    /** False if the file had to be written as a whole: its comments are gone. */
    keptComments: z.boolean(),
  })
  .meta({ id: 'renewedScenarioSchema' })

/** JSON schema of scenario files. */
export const ScenarioJsonSchema = z.record(z.string(), z.unknown()).meta({ id: 'scenarioJsonSchema' })
