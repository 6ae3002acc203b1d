import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { addListener } from './add-listener.ts'
import { getListeners } from './get-listeners.ts'
import { removeListener } from './remove-listener.ts'
import { updateListener } from './update-listener.ts'
import type { ListeningPorts } from '../../records/listeners/listening-ports.ts'

export const listenersRpc = (ports: ListeningPorts) =>
  router({
    list: queryOf(getListeners(ports)),
    add: mutationOf(addListener(ports)),
    update: mutationOf(updateListener(ports)),
    remove: mutationOf(removeListener(ports)),
  })
