/** Options of the command line that the service and the window share. */
export const SHARED_OPTIONS = {
  port: { type: 'string' },
  contract: { type: 'string' },
  strict: { type: 'string' },
  plan: { type: 'string' },
  listen: { type: 'string', multiple: true },
  'data-dir': { type: 'string' },
  'database-url': { type: 'string' },
  'log-level': { type: 'string' },
  settings: { type: 'string' },
} as const
