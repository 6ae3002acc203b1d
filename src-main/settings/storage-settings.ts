import { z } from 'zod'

import { LOG_LEVELS } from '#kernel/logger.ts'
import { poolingOf, POOLING_PROBLEM } from '#shared/instance/schemas/database.ts'
import { setting } from './setting-node.ts'
import { LogLevel } from './setting-schemas.ts'

/** More processes than cores of a large machine help nobody. */
const MAX_WORKERS = 64

/** Settings of the data, and of the process. */
export const STORAGE_SETTINGS = {
  dataDir: setting({
    section: 'storage',
    title: 'Data folder',
    default: 'see below',
    help: 'Folder of the data, with the backups in its folder `backups`: one every 8 hours, and one before each migration. In a settings file, relative to that file.',
    schema: z.string().min(1),
    variables: ['HALYARD_DATA_DIR'],
    flag: { name: 'data-dir', value: 'DIR', help: 'the data folder' },
  }),
  databaseUrl: setting({
    section: 'storage',
    title: 'PostgreSQL',
    default: 'none: the data is in a file of the data folder',
    help: '`postgres://user:password@host:port/database` keeps the data in PostgreSQL 14 or later, see [PostgreSQL](#postgresql); several Halyards may share it, see [scale](scale.md).',
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\/[^/]*\/[^/?]+/, 'must be postgres://user:password@host:port/database')
      .refine((text) => !URL.canParse(text) || poolingOf(new URL(text)), `pooling ${POOLING_PROBLEM}`)
      .optional(),
    variables: ['DATABASE_URL', 'HALYARD_DATABASE_URL'],
    flag: {
      name: 'database-url',
      value: 'URL',
      help: 'keep the data in PostgreSQL: postgres://user:password@host:port/database',
    },
    secret: true,
    page: '/admin/instance/database',
  }),
  sealingKey: setting({
    section: 'storage',
    title: 'Key of stored secrets',
    default: 'none: a file in the data folder',
    help: '32 bytes in base64 (`openssl rand -base64 32`), the same for all Halyards of a database.',
    schema: z
      .string()
      .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64, such as those of: openssl rand -base64 32')
      .optional(),
    variables: ['HALYARD_SEALING_KEY'],
    secret: true,
  }),
  drainSeconds: setting({
    section: 'running',
    title: 'Seconds to drain',
    default: '0',
    help: 'Seconds after SIGTERM in which the service answers and `/ready` is 503. Running requests then get five more.',
    schema: z.coerce.number('must be a number').min(0).max(600).default(0),
    variables: ['HALYARD_DRAIN_SECONDS'],
    input: { kind: 'number', min: 0, max: 600 },
  }),
  workers: setting({
    section: 'running',
    title: 'Workers',
    default: '`0`: one process does everything',
    help: 'Further processes that answer SDKs on the same port, for machines with several cores ([workers](scale.md#workers)). `halyard serve` only.',
    schema: z.coerce.number('must be a number').int().min(0).max(MAX_WORKERS).default(0),
    variables: ['HALYARD_WORKERS'],
    flag: {
      name: 'workers',
      value: 'N',
      help: 'answer SDKs with so many processes more, on the same port (docs/scale.md)',
      headlessOnly: true,
    },
  }),
  logLevel: setting({
    section: 'running',
    title: 'Log level',
    default: '`info`',
    help: 'Least important messages in the log: `silent`, `error`, `warn`, `info`, `debug`. `fatal` counts as `error`, `trace` as `debug`. See [observability](observability.md#log).',
    schema: LogLevel.default('info'),
    variables: ['LOG_LEVEL', 'HALYARD_LOG_LEVEL'],
    flag: { name: 'log-level', value: 'LEVEL', help: 'silent, error, warn, info or debug' },
    input: { kind: 'choice', options: [...LOG_LEVELS] },
  }),
}
