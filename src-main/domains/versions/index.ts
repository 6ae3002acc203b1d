import { domain } from '#main/app/domain.ts'
import * as operations from './operations/index.ts'
import { readListeners } from './listeners/listeners.store.ts'
import { ListeningPorts } from './listeners/listening-ports.ts'
import { JudgedCalls } from './upgrade-report/judged-calls.ts'

/** Ports that answer as other versions of the contract, and what an upgrade would change for the calls that came. */
export const versions = domain(operations, async ({ store, clock, config, whole }) => {
  const { queries } = store
  const judgedCalls = new JudgedCalls(clock)
  await judgedCalls.load(queries)
  const listeningPorts = new ListeningPorts(whole.portOpener, config.listeners)
  return {
    services: { judgedCalls, listeningPorts },
    copies: [
      // counts, which each process adds to
      { tables: ['judged_calls'], reload: () => judgedCalls.load(queries) },
      { tables: ['listeners'], reload: () => listeningPorts.follow(() => readListeners(queries)) },
    ],
    buffers: [{ flush: () => judgedCalls.flush((work) => store.transaction(work)) }],
    notesEvents: [judgedCalls.noteEvents],
    listen: async () => listeningPorts.start(await readListeners(queries)),
    close: () => listeningPorts.closeAll(),
  }
})
