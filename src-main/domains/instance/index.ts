import { domain } from '#main/app/domain.ts'
import { writeAsSystem } from '#kernel/execute.ts'
import { setDatabaseUrl } from '#settings/settings-file.ts'
import { settingsAccess } from '#settings/settings-access.ts'
import { noteSealingKey } from '#settings/check-sealing-key.ts'
import * as operations from './operations/index.ts'
import { openDatabase } from './database/open-database.ts'
import { openEmail } from './email/open-email.ts'
import { readInstanceId } from './instance/instance-id.ts'
import { licenceRule } from './licence/licence.ts'
import { noteLicensedUsers } from './licence/licensed-users.read-model.ts'
import { MaintenanceMode } from './instance/maintenance-mode.ts'
import { openRequestLog } from './request-log/request-log.ts'
import { pruneTables } from './retention/prune-tables.ts'
import { RetentionClock } from './retention/retention-clock.ts'
import { RequestRates } from './traffic/request-rates.ts'
import { TrafficCounter } from './traffic/traffic-counter.ts'
import { FrontendOrigins } from './instance/frontend-origins.ts'

const MINUTE_MS = 60_000

/** The instance itself: its database, settings and state, requests, e-mail, retention. */
export const instance = domain(operations, async (foundation) => {
  const { store, clock, config, ids, sealer, whole, options } = foundation
  const { queries } = store
  const maintenance = new MaintenanceMode()
  const frontendOrigins = new FrontendOrigins(config.frontendApiOrigins)
  const traffic = new TrafficCounter(clock)
  for (const copy of [maintenance, frontendOrigins, traffic]) await copy.load(queries)
  const requestLog = await openRequestLog(queries, clock, whole.procedureKindOf)
  const database = openDatabase({
    ...foundation,
    wasm: options.wasm,
    compare: whole.compareClients,
    flush: () => whole.flush().then(() => noteSealingKey(store, sealer)),
    setDatabaseUrl: (target) => setDatabaseUrl(config.settingsFile, target, clock.now()),
  })
  const isPaused = () => maintenance.isOn || database.databaseMove.holdsWrites
  const instanceId = await store.peers.inTurn('start', () => readInstanceId(store, ids))
  const { emailConfig, emailOutbox } = await openEmail({
    ...foundation,
    outbound: { operators: foundation.operators, admins: foundation.outbound },
    instanceId,
    isPaused,
    seesProject: (id, project) => !whole.hiddenFrom({ kind: 'user', id, username: '' }).has(project),
    ...(options.emailTimes ? { times: options.emailTimes } : {}),
  })
  const retentionClock = new RetentionClock(clock)
  const tables = ['settings'] as const
  return {
    services: {
      ...database,
      settingsFile: settingsAccess(config),
      maintenance,
      isPaused,
      frontendOrigins,
      traffic,
      requestRates: new RequestRates(clock),
      requestLog,
      instanceId,
      requiresLicence: licenceRule(config),
      emailConfig,
      emailOutbox,
    },
    copies: [
      { tables, reload: () => maintenance.load(queries) },
      { tables, reload: () => requestLog.load(queries) },
      { tables, reload: () => frontendOrigins.load(queries) },
      { tables, reload: () => emailConfig.load(queries) },
      // counts, which each process adds to
      { tables: ['traffic'], reload: () => traffic.load(queries) },
    ],
    buffers: [{ flush: () => traffic.flush((work) => store.transaction(work)) }],
    jobs: [
      // new ones are sent by themselves; this is for further attempts, and for those from before the start
      { name: 'send e-mails', everyMs: 15_000, run: () => emailOutbox.run() },
      {
        name: 'note licensed users',
        everyMs: 60 * MINUTE_MS,
        run: (runtime) => writeAsSystem(runtime, noteLicensedUsers),
      },
      {
        name: 'prune tables',
        everyMs: 10 * MINUTE_MS,
        run: (runtime) => pruneTables(runtime, retentionClock),
      },
    ],
    deliversEvents: [emailOutbox.noteEvents],
    // first the move: a test of an integration that waits for an answer would keep its request open
    stop: () => database.databaseMove.close().then(() => emailOutbox.stop()),
  }
})
