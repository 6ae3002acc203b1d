import { bind, type RefusedCall } from '../../../../transport/http/bind.ts'
import { callSignalEndpoint } from './call-signal-endpoint.ts'
import { probeSignalEndpoint } from './probe-signal-endpoint.ts'
import { getRefusedSignals } from './get-refused-signals.ts'
import { getSignal } from './get-signal.ts'
import { getSignalEndpointSignals } from './get-signal-endpoint-signals.ts'
import { getSignals } from './get-signals.ts'
import { getSignalUsage } from './get-signal-usage.ts'
import { searchSignals } from './search-signals.ts'
import { replaySignal } from './replay-signal.ts'
import { sendSignal } from './send-signal.ts'
import { admitSender, tokenKindOf } from '../../records/signals/signal-door.ts'
import type { SignalServices } from '../../records/signals/signal-services.ts'

export const signalsHttp = (services: SignalServices) => [
  bind(callSignalEndpoint(services.endpoints, services.feed), {
    admit: (identity, { name = '' }) => admitSender(services.endpoints, identity, name),
    onRefused: (call) => noteRefusal(services, call),
  }),
  bind(getSignalEndpointSignals),
  bind(getSignals),
  bind(searchSignals),
  bind(getSignalUsage),
  bind(getRefusedSignals(services.refused)),
  bind(getSignal),
  bind(replaySignal(services.feed), { headers: ({ id }) => ({ location: `signals/${id}` }) }),
  bind(sendSignal(services.feed), { headers: ({ id }) => ({ location: `signals/${id}` }) }),
  bind(probeSignalEndpoint(services.callOverHttp)),
]

/** Kept for who wonders why nothing comes in; what was sent is kept nowhere. */
function noteRefusal(
  { refused, feed, now }: SignalServices,
  { params, identity, refusal, ip, userAgent }: RefusedCall,
): void {
  const endpointName = params['name'] ?? ''
  const { status, message: reason } = refusal
  refused.add(
    { endpointName, status, reason, tokenKind: tokenKindOf(identity), ip, userAgent: userAgent ?? null },
    now(),
  )
  feed.publish({ kind: 'refused', endpointName, status })
}
