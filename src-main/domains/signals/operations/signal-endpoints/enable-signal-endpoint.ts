import { enableSignalEndpoint as on } from '#shared/signals/contract/signal-endpoints.ts'
import { switchSignalEndpoint } from '../../records/signal-endpoints/save-signal-endpoint.ts'

export const enableSignalEndpoint = switchSignalEndpoint(on, true)
