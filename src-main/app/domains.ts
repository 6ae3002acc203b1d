import { access } from '#domains/access/index.ts'
import { audit } from '#domains/audit/index.ts'
import { changes } from '#domains/changes/index.ts'
import { clients } from '#domains/clients/index.ts'
import { flags } from '#domains/flags/index.ts'
import { insight } from '#domains/insight/index.ts'
import { instance } from '#domains/instance/index.ts'
import { integrations } from '#domains/integrations/index.ts'
import { projects } from '#domains/projects/index.ts'
import { signals } from '#domains/signals/index.ts'
import { transfer } from '#domains/transfer/index.ts'
import { versions } from '#domains/versions/index.ts'
import type { Domain, Foundation, Opened } from './domain.ts'

/** The services of all domains, by name. */
export type DomainServices = Awaited<ReturnType<typeof openDomains>>['services']

/** Opens the domains in their order. */
export async function openDomains(foundation: Foundation) {
  const opened: Opened<object>[] = []
  const open = async <Earlier extends object, S extends object>(
    { open: begin }: Pick<Domain<object, Earlier, S>, 'open'>,
    earlier: Earlier,
  ): Promise<Earlier & S> => {
    const parts = await begin(foundation, earlier)
    opened.push(parts)
    return { ...earlier, ...parts.services }
  }
  const ofInstance = await open(instance, {})
  const ofAccess = await open(access, ofInstance)
  const ofFlags = await open(flags, ofAccess)
  const ofClients = await open(clients, ofFlags)
  const ofInsight = await open(insight, ofClients)
  const ofChanges = await open(changes, ofInsight)
  const ofSignals = await open(signals, ofChanges)
  const ofIntegrations = await open(integrations, ofSignals)
  const ofVersions = await open(versions, ofIntegrations)
  const services = await open(transfer, ofVersions)
  return { services, opened }
}

/** The use cases of all operations, by id. */
export const OPERATIONS: (typeof instance)['operations'] &
  (typeof access)['operations'] &
  (typeof audit)['operations'] &
  (typeof projects)['operations'] &
  (typeof flags)['operations'] &
  (typeof clients)['operations'] &
  (typeof insight)['operations'] &
  (typeof changes)['operations'] &
  (typeof signals)['operations'] &
  (typeof integrations)['operations'] &
  (typeof versions)['operations'] &
  (typeof transfer)['operations'] = {
  ...instance.operations,
  ...access.operations,
  ...audit.operations,
  ...projects.operations,
  ...flags.operations,
  ...clients.operations,
  ...insight.operations,
  ...changes.operations,
  ...signals.operations,
  ...integrations.operations,
  ...versions.operations,
  ...transfer.operations,
}
