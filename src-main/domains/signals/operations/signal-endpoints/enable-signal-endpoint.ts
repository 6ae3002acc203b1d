import { enableSignalEndpoint as on } from '../../../../../src-shared/signals/contract/signal-endpoints.ts'
import { switchTo } from '../../records/signal-endpoints/save-signal-endpoint.ts'

export const enableSignalEndpoint = switchTo(on, true)
