import { bind } from '../../../../transport/http/bind.ts'
import { addListener, getListeners, removeListener, updateListener } from './listeners.use-case.ts'
import type { ListeningPorts } from '../../records/listeners/listening-ports.ts'

export const listenersHttp = (ports: ListeningPorts) => [
  bind(getListeners(ports)),
  bind(addListener(ports)),
  bind(updateListener(ports)),
  bind(removeListener(ports)),
]
