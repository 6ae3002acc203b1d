import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { addListener, getListeners, removeListener, updateListener } from './listeners.use-case.ts'
import type { ListeningPorts } from '../../records/listeners/listening-ports.ts'

export const listenersRpc = (ports: ListeningPorts) =>
  router({
    list: queryOf(getListeners(ports)),
    add: mutationOf(addListener(ports)),
    update: mutationOf(updateListener(ports)),
    remove: mutationOf(removeListener(ports)),
  })
