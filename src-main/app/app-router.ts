import { ownValue } from '#shared/own-value.ts'
import { changeFeed } from '#domains/audit/events/change-feed.ts'
import { clientNewsFeed } from '#domains/clients/client-news/client-news.ts'
import { streamRequestUpdates } from '#domains/instance/request-log/request-updates.ts'
import { streamSignalUpdates } from '#domains/signals/signals/signal-updates.ts'
import { getPersonalDashboardProjectDetails } from '#domains/projects/operations/index.ts'
import {
  infoOf,
  mutationOf,
  proceduresOf,
  queryOf,
  router,
  subscriptionOf,
  type ProceduresOf,
} from '#transport/rpc/init.ts'
import type { Services } from './services.ts'
import type { UseCases } from './use-cases.ts'

/** Makes the procedures that are no operation, or that differ from it in the window. */
const ownProcedures = (useCases: UseCases, services: Services) => ({
  // links in the window lead within it
  getPersonalDashboardProjectDetails: queryOf(
    getPersonalDashboardProjectDetails({ ...services, baseUrl: '' }),
  ),
  // a mutation: it changes nothing here, but sends a request to another machine
  previewRemotePull: mutationOf(useCases.previewRemotePull),
  // mutations: one asks another machine, with a password in its body, and the other ends a move
  checkDatabase: mutationOf(useCases.checkDatabase),
  stopDatabaseMove: mutationOf(useCases.stopDatabaseMove),
  status: infoOf(services.status),
  /** Counts the SDKs that were heard of in the last minutes. */
  recentClients: infoOf(services.recentClients),
  changes: subscriptionOf(changeFeed),
  clientNews: subscriptionOf((context) => clientNewsFeed(services.clientNews, context)),
  requestNews: subscriptionOf((context) => streamRequestUpdates(services.requestLog, context)),
  signalNews: subscriptionOf(() => streamSignalUpdates(services.signalFeed)),
})

type Own = ReturnType<typeof ownProcedures>
type Procedures = Omit<ProceduresOf<UseCases>, keyof Own> & Own

/**
 * Router for the window: a procedure for each operation, named by its id, and the window's own procedures.
 */
export type AppRouter = ReturnType<typeof router<Procedures>>

/** Makes the router with the first call of a window: a service that only SDKs call needs none. */
export function appRouterOf(useCases: UseCases, services: Services): () => AppRouter {
  let made: AppRouter | undefined
  return () =>
    (made ??= router<Procedures>({ ...proceduresOf(useCases), ...ownProcedures(useCases, services) }))
}

/** Tells whether the window's procedure of an operation reads or writes; undefined: it has none. */
export function procedureKindOf(made: AppRouter, operationId: string): 'query' | 'mutation' | undefined {
  const procedures = made._def.procedures as Readonly<Record<string, { _def: { type: string } }>>
  const type = ownValue(procedures, operationId)?._def.type
  return type === 'query' || type === 'mutation' ? type : undefined
}
