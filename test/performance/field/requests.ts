import { flagName } from '../bench/import-file.ts'
import { FEATURES } from '../bench/instance.ts'
import type { Target } from '../bench/load.ts'
import type { SdkTokens, Side } from './side.ts'

/** A request that is sent to both sides again and again. */
export interface Measured {
  name: string
  callers: number
  /** Flags up to which it is measured: others would pass a limit of the original. */
  upTo?: number
  /** Requests of a measurement, where it does not go by time: those of all stay within what the original takes in a minute. */
  amount?: number
  /** True for what changes the state: no answer known before is one. */
  writes?: boolean
  target: (side: Side, tokens: SdkTokens, flags: number) => Target | Promise<Target>
}

const JSON_BODY = { 'content-type': 'application/json' }
const CALLERS = 8
/** The original takes no more than 5,000 flags. */
const MAX_WITH_NEW_FLAGS = 1000
let created = 0

const read = (path: (n: number) => string, headers: Record<string, string>, url: string): Target => ({
  ...{ url, method: 'GET', path, headers, status: 200 },
})

/** Requests in their order: those that change nothing first. */
export const MEASURED: readonly Measured[] = [
  {
    name: 'client features, unchanged (304)',
    callers: CALLERS,
    target: async ({ url }, { backend }) => {
      const headers = { authorization: backend }
      const answer = await fetch(`${url}/api/client/features`, { headers })
      const tagged = { ...headers, 'if-none-match': answer.headers.get('etag') ?? '' }
      return { ...read(() => '/api/client/features', tagged, url), status: 304 }
    },
  },
  {
    name: 'client features, whole',
    callers: CALLERS,
    target: ({ url }, { backend }) => read(() => '/api/client/features', { authorization: backend }, url),
  },
  {
    name: 'client features, compressed',
    callers: CALLERS,
    target: ({ url }, { backend }) =>
      read(() => '/api/client/features', { authorization: backend, 'accept-encoding': 'gzip' }, url),
  },
  {
    name: 'frontend, another user each time',
    callers: CALLERS,
    target: ({ url }, { frontend }) =>
      read((n) => `/api/frontend?userId=${n}&country=no`, { authorization: frontend }, url),
  },
  {
    name: 'frontend, ten users again and again',
    callers: CALLERS,
    target: ({ url }, { frontend }) =>
      read((n) => `/api/frontend?userId=${n % 10}&country=no`, { authorization: frontend }, url),
  },
  {
    name: 'metrics of an application',
    callers: CALLERS,
    amount: 1000,
    target: ({ url }, { backend }, flags) => ({
      ...{ url, method: 'POST', path: () => '/api/client/metrics', status: 202 },
      headers: { authorization: backend, ...JSON_BODY },
      body: () => metricsOf(flags),
    }),
  },
  ...[1, CALLERS].map((callers): Measured => ({
    name: `switch a flag, ${callers === 1 ? 'alone' : `${callers} callers`}`,
    callers,
    writes: true,
    target: ({ url, admin }, _tokens, flags) => ({
      ...{ url, method: 'POST', headers: { authorization: admin }, status: 200 },
      path: (n) =>
        `${FEATURES}/${flagName(n % flags)}/environments/development/${Math.floor(n / flags) % 2 === 0 ? 'on' : 'off'}`,
    }),
  })),
  ...[1, CALLERS].map((callers): Measured => ({
    name: `create a flag, ${callers === 1 ? 'alone' : `${callers} callers`}`,
    callers,
    writes: true,
    upTo: MAX_WITH_NEW_FLAGS,
    target: ({ url, admin }) => ({
      ...{ url, method: 'POST', path: () => FEATURES, status: 201 },
      headers: { authorization: admin, ...JSON_BODY },
      body: () => JSON.stringify({ name: `created-${created++}` }),
    }),
  })),
]

/** A report as an SDK sends one each minute: of ten flags. */
function metricsOf(flags: number): string {
  const now = Date.now()
  const names = Array.from({ length: Math.min(10, flags) }, (_, n) => flagName(n))
  return JSON.stringify({
    ...{ appName: 'bench', instanceId: 'one' },
    bucket: {
      start: new Date(now - 60_000).toISOString(),
      stop: new Date(now).toISOString(),
      toggles: Object.fromEntries(names.map((name) => [name, { yes: 7, no: 3, variants: {} }])),
    },
  })
}
