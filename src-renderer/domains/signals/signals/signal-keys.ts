/** What the screens of signals read, by name. Everything begins with the same word: one piece of news refreshes it. */
export const signalKeys = {
  all: ['signals'],
  endpoints: ['signals', 'endpoints'],
  usage: ['signals', 'usage'],
  found: ['signals', 'found'],
  refused: ['signals', 'refused'],
  one: (id: number) => ['signals', 'one', String(id)],
} as const
