import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { toActor } from '#domains/access/users/user.ts'
import { findUser } from '#domains/access/users/users.store.ts'
import { recordEvents } from '#domains/audit/events/events.store.ts'
import { guardChanges } from '#domains/changes/change-requests/guard-changes.ts'
import { judgeOfWrites } from '#domains/changes/policies/judge-of-writes.ts'
import type { PoliciesInForce } from '#domains/changes/policies/policies.store.ts'
import type { GatesInForce } from '#domains/insight/expectations/expectations.store.ts'
import type { MetricsBuffer } from '#domains/flags/metrics/metrics-buffer.ts'
import type { EmailConfig } from '#domains/instance/email/email-config.ts'
import { mailEvents } from '#domains/instance/email/mail-events.ts'
import { guardMaintenance, type MaintenanceMode } from '#domains/instance/instance/maintenance-mode.ts'
import { guardMirror, mirroredUrl } from '#domains/clients/mirror/open-mirror.ts'
import { notifyUsers } from '#domains/instance/notifications/notify-users.ts'
import { AccessRechecks } from '#kernel/access-rechecks.ts'
import type { Clock } from '#kernel/clock.ts'
import type { EventBus } from '#kernel/event-bus.ts'
import type { Runtime } from '#kernel/execute.ts'
import type { Guard } from '#kernel/guard.ts'
import type { Ids } from '#kernel/ids.ts'
import type { Logger } from '#kernel/logger.ts'
import type { Tracer } from '#kernel/tracing/span.ts'
import { InFlight } from '#runtime/in-flight.ts'
import type { LoopWatch } from '#runtime/loop-watch.ts'
import type { Config } from '#settings/config.ts'
import { hideProjects } from '#store/hide-projects.ts'
import type { Queries } from '#store/queries.ts'
import { readOnly } from '#store/read-only.ts'
import type { Store } from '#store/store.ts'
import { inSpan } from '../kernel/tracing/in-span.ts'
import type { OwnWrites } from './follow-peers.ts'
import { type AllUseCases, mutationIn } from './use-cases.ts'

interface Dependencies {
  store: Store
  clock: Clock
  ids: Ids
  config: Pick<Config, 'limits' | 'upstreamUrl'>
  logger: Logger
  bus: EventBus
  access: Pick<AccessDirectory, 'subjectOf' | 'hiddenFrom'>
  maintenance: MaintenanceMode
  loop: LoopWatch
  tracer?: Tracer | undefined
  policies: PoliciesInForce
  gates: GatesInForce
  metricsBuffer: Pick<MetricsBuffer, 'settle'>
  /** Learns of the events that this process publishes itself. */
  ownWrites: Pick<OwnWrites, 'note'>
  email: Pick<EmailConfig, 'isEnabled'>
  pagesUrl: () => string
  settleWorkers: () => Promise<void> | undefined
  guards: readonly Guard[]
  /** Made before the runtime, so that its first write, the import at the start, may already perform operations. */
  useCases: AllUseCases
}

interface TracedStore {
  readonly queries: Queries
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  savepoint<T>(queries: Queries, work: () => Promise<T>): Promise<T>
  durable(): Promise<void>
}

/** Makes spans of transactions, with their wait for the connection, and of waits for the disk. */
const tracedStore = (store: TracedStore): TracedStore => ({
  get queries() {
    return store.queries
  },
  transaction: (work) => inSpan('transaction', {}, () => store.transaction(work)),
  savepoint: (queries, work) => store.savepoint(queries, work),
  durable: () => inSpan('durable', {}, () => store.durable()),
})

/** Puts together what `execute` runs on. */
export function createRuntime(parts: Dependencies): Runtime {
  const { store, clock, ids, config, logger, bus, access, maintenance, loop, guards, useCases } = parts
  const { email, metricsBuffer, ownWrites, pagesUrl, settleWorkers, tracer } = parts
  return {
    store: tracer ? tracedStore(store) : store,
    tracer,
    clock,
    ids,
    limits: config.limits,
    logger,
    bus,
    rechecks: new AccessRechecks(),
    loop,
    guards: [
      ...guards,
      guardMaintenance(maintenance),
      guardMirror(mirroredUrl(config)),
      (operation, caller, request, queries, place) =>
        guardChanges(
          { queries, subjectOf: (one) => access.subjectOf(one) },
          operation,
          caller,
          request,
          place,
        ),
    ],
    judge: judgeOfWrites(parts),
    settleReports: () => metricsBuffer.settle(),
    settleWorkers,
    mutationOf: (operation) => mutationIn(useCases, operation),
    subjectOf: (actor) => access.subjectOf(actor),
    hiddenFrom: (actor) => access.hiddenFrom(actor),
    hideProjects,
    readOnly,
    inFlight: new InFlight(),
    actorOf: async (userId) => {
      const user = await findUser(store.queries, userId)
      return user?.deactivatedAt === null ? toActor(user) : undefined
    },
    recordEvents: async (queries, caller, written, events) => {
      const committed = await recordEvents(queries, caller, written, events)
      for (const { groupId } of committed) ownWrites.note(groupId)
      await notifyUsers(queries, committed)
      // while e-mail is off, events are skipped and not sent later
      if (email.isEnabled) await mailEvents(queries, committed, pagesUrl())
      return committed
    },
  }
}
