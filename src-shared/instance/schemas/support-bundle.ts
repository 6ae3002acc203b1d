import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'
import { SETTING_SOURCES } from './database.ts'

/** Facts for a bug report. Everything in it is read by its sender first, so each part is plain. */
export const SupportBundle = z
  .object({
    madeAt: Instant,
    process: z.object({
      halyard: z.string().meta({ description: 'Version of the program.' }),
      contract: z.string(),
      node: z.string(),
      electron: z.string().nullable().meta({ description: 'Null: the service runs without a window.' }),
      platform: z.string(),
      release: z.string().meta({ description: 'Release of the operating system.' }),
      cpus: z.int(),
      memoryMb: z.int().meta({ description: 'Memory of the process.' }),
      machineMemoryMb: z.int(),
      upSeconds: z.int(),
    }),
    instance: z.object({
      url: z.string().nullable(),
      database: z.string(),
      maintenance: z.boolean(),
      writable: z.boolean(),
      failure: z.string().nullable(),
      ready: z.string().nullable().meta({ description: 'Reason that it is not ready; null: it is.' }),
      lagMs: z.int().meta({ description: 'Longest delay of the last minute.' }),
      lastDurableAt: z.string().nullable(),
      work: z.array(z.string()).meta({ description: 'Requests, jobs and moves under way.' }),
    }),
    database: z
      .object({
        version: z.string(),
        durability: z.string(),
        sizeBytes: z.int(),
        tables: z.array(z.object({ name: z.string(), rows: z.int() })),
      })
      .nullable()
      .meta({ description: 'Null: it does not answer.' }),
    files: z.array(z.object({ name: z.string(), bytes: z.int(), files: z.int() })).meta({
      description: 'Content of the data folder; a folder with the number and the size of its files.',
    }),
    settings: z.array(
      z.object({
        key: z.string(),
        source: z.enum(SETTING_SOURCES),
        value: z.string().nullable().meta({ description: 'Null: none, or a secret.' }),
        isSecret: z.boolean(),
        needsRestart: z.boolean(),
      }),
    ),
    settingsProblem: z.string().nullable(),
    doctor: z.array(z.string()).meta({ description: 'Findings on the address that SDKs use.' }),
    log: z.array(z.string()).meta({ description: 'Last lines of the log, oldest first.' }),
  })
  .meta({ id: 'supportBundleSchema' })
export type SupportBundle = z.output<typeof SupportBundle>
