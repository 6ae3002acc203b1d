import { disableSignalEndpoint as off } from '../../../../../src-shared/signals/contract/signal-endpoints.ts'
import { switchTo } from '../../records/signal-endpoints/save-signal-endpoint.ts'

export const disableSignalEndpoint = switchTo(off, false)
