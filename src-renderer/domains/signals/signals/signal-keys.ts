/** Query keys of the signal screens. All start with the same word, so one event refreshes all of them. */
export const signalKeys = {
  all: ['signals'],
  endpoints: ['signals', 'endpoints'],
  usage: ['signals', 'usage'],
  found: ['signals', 'found'],
  senderSecrets: (endpointId: number) => ['signals', 'sender secrets', endpointId],
  deliveryId: (endpointId: number) => ['signals', 'delivery id', endpointId],
  order: (endpointId: number) => ['signals', 'order', endpointId],
  refused: ['signals', 'refused'],
  requests: (endpointId?: number) => [
    'signals',
    'requests',
    ...(endpointId === undefined ? [] : [endpointId]),
  ],
  one: (id: number) => ['signals', 'one', String(id)],
} as const
