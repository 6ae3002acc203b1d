import { bind } from '../../../../transport/http/bind.ts'
import { addListener } from './add-listener.ts'
import { getListeners } from './get-listeners.ts'
import { removeListener } from './remove-listener.ts'
import { updateListener } from './update-listener.ts'
import type { ListeningPorts } from '../../records/listeners/listening-ports.ts'

export const listenersHttp = (ports: ListeningPorts) => [
  bind(getListeners(ports)),
  bind(addListener(ports)),
  bind(updateListener(ports)),
  bind(removeListener(ports)),
]
