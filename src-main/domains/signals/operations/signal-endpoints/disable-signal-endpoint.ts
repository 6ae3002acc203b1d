import { disableSignalEndpoint as off } from '#shared/signals/contract/signal-endpoints.ts'
import { switchSignalEndpoint } from '../../records/signal-endpoints/save-signal-endpoint.ts'

export const disableSignalEndpoint = switchSignalEndpoint(off, false)
