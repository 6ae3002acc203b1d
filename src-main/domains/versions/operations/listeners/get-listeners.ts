import { getListeners as get } from '#shared/versions/contract/listeners.ts'
import { query } from '#kernel/use-case.ts'
import type { ListeningPorts } from '../../records/listeners/listening-ports.ts'
import { readListeners } from '../../records/listeners/listeners.store.ts'
import { toListener } from '../../records/listeners/listener-plan.ts'

/** The further ports: those of the settings, then those that were added here. */
export const getListeners = ({ listeningPorts }: { listeningPorts: ListeningPorts }) =>
  query(get, async ({ queries }) => {
    const stored = await readListeners(queries)
    const plans = [...listeningPorts.fixed, ...stored.filter(({ port }) => !listeningPorts.isFixed(port))]
    return { listeners: plans.map((plan) => toListener(plan, listeningPorts)) }
  })
