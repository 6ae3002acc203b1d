/** Returns the URL to which signals of an endpoint are sent (document: "Signal endpoint and signal"). */
export const urlOf = ({ name }: { name: string }, baseUrl: string): string =>
  `${baseUrl}/api/signal-endpoint/${name}`
