import { z } from 'zod'

import { Instant } from '#shared/schemas/scalars.ts'

/** Ways in which the setting `databaseUrl` can be set. */
export const SETTING_SOURCES = ['none', 'file', 'environment', 'flags'] as const
export type SettingSource = (typeof SETTING_SOURCES)[number]

export const Database = z
  .object({
    engine: z.enum(['sqlite', 'postgres']),
    version: z.string(),
    place: z.string().meta({ description: 'File or address, without a password.' }),
    dataDir: z.string().meta({ description: 'Folder that a move back writes its file into.' }),
    sizeBytes: z.int(),
    durability: z
      .string()
      .meta({ description: 'Setting on which it depends that a confirmed write survives a power cut.' }),
    tables: z
      .array(z.object({ name: z.string(), rows: z.int() }))
      .meta({ description: 'The largest tables, most rows first.' }),
    isEstimate: z.boolean().meta({ description: 'The rows are the estimate of the server.' }),
    halyards: z.int().meta({ description: 'Processes that use the database, this one included.' }),
    setting: z
      .object({ source: z.enum(SETTING_SOURCES), file: z.string() })
      .meta({ description: 'Source of the setting `databaseUrl`, and the settings file.' }),
  })
  .meta({ id: 'databaseSchema' })
export type DatabaseInUse = z.output<typeof Database>

const POOLING = ['session', 'transaction'] as const
/**
 * Time for which a connection is one session: as long as it is open, or for one transaction only, as behind a pooler in transaction mode
 * (ADR 95).
 */
export type Pooling = (typeof POOLING)[number]
/** For messages, after the name of the parameter. */
export const POOLING_PROBLEM = 'must be session or transaction'

/** Reads the pooling of the database that a URL names, `session` if it says none; undefined: the value is none of them. */
export function poolingOf(url: URL): Pooling | undefined {
  const named = url.searchParams.get('pooling') ?? 'session'
  return POOLING.find((one) => one === named)
}

/** Parameters that a database may be named with. Others, such as `host` or `sslkey`, could lead elsewhere or read files. */
const PARAMETERS: readonly string[] = ['schema', 'pool', 'pooling', 'sslmode']
const EXAMPLE = 'postgres://user@host:5432/database'

/** Describes the problem of the URL of a database; undefined: none. */
export function problemOfDatabaseUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (
    !url ||
    !/^postgres(ql)?:$/.test(url.protocol) ||
    url.hostname === '' ||
    !/^\/[^/]+$/.test(url.pathname)
  )
    return `Enter a URL such as ${EXAMPLE}.`
  const other = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name))
  if (other !== undefined)
    return `The parameter ${other} is not supported here. Use ${PARAMETERS.join(', ')}, or "halyard move".`
  return poolingOf(url) ? undefined : `The parameter pooling ${POOLING_PROBLEM}.`
}

const DatabaseUrl = z
  .string()
  .trim()
  .max(2000)
  .refine((text) => problemOfDatabaseUrl(text) === undefined, {
    error: ({ input }) => problemOfDatabaseUrl(String(input)) ?? 'must name a database',
  })
const Password = z.string().max(1000).optional().meta({ description: 'Added to the URL.' })

export const CheckDatabase = z
  .object({ databaseUrl: DatabaseUrl, password: Password })
  .meta({ id: 'checkDatabaseSchema' })

export const DatabaseCheck = z
  .object({
    place: z.string(),
    problem: z.string().nullable().meta({ description: 'Reason that it cannot be used; null: it can.' }),
    version: z.string().nullable(),
    durability: z.string().nullable(),
    content: z
      .enum(['empty', 'halyard', 'unfinished', 'foreign'])
      .nullable()
      .meta({ description: '`unfinished`: a move into it has begun, and can be resumed.' }),
  })
  .meta({ id: 'databaseCheckSchema' })
export type DatabaseCheckResult = z.output<typeof DatabaseCheck>

export const StartDatabaseMove = z
  .object({
    databaseUrl: DatabaseUrl.optional().meta({
      description:
        'PostgreSQL database to move to. Absent: back from PostgreSQL, into a file in the data folder.',
    }),
    password: Password,
    useAfterwards: z.boolean().meta({
      description:
        'Change the settings file, so that the next start uses the new database. The former file is kept.',
    }),
  })
  .meta({ id: 'startDatabaseMoveSchema' })

export const MOVE_STATES = [
  'none',
  'preparing',
  'copying',
  'comparing',
  'moved',
  'stopped',
  'failed',
] as const

export const DatabaseMove = z
  .object({
    state: z.enum(MOVE_STATES),
    writesHeld: z.boolean().meta({ description: 'Every write is refused with 503.' }),
    from: z.string(),
    to: z.string().nullable(),
    startedAt: Instant.nullable(),
    endedAt: Instant.nullable(),
    error: z.string().nullable(),
    useAfterwards: z.boolean(),
    tables: z.array(
      z.object({
        name: z.string(),
        rows: z.int(),
        copied: z.int(),
        compared: z.int(),
        isEqual: z.boolean().meta({ description: 'Counts and checksums are the same at both ends.' }),
      }),
    ),
  })
  .meta({ id: 'databaseMoveSchema' })
export type DatabaseMoveState = z.output<typeof DatabaseMove>
