/** Where signals for an endpoint are to be sent (document: "Signal endpoint and signal"). */
export const urlOf = ({ name }: { name: string }, baseUrl: string): string =>
  `${baseUrl}/api/signal-endpoint/${name}`
