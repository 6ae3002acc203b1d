import { setTimeout as sleep } from 'node:timers/promises'

import { seededRandom } from '#support/runner/random.ts'
import type { Promises } from './promises.ts'
import { SECRETS } from './secrets.ts'

const PROJECT = '/api/admin/projects/default'
const IN_DEVELOPMENT = 'environments/development'
const REQUESTS = `${PROJECT}/environments/production/change-requests`
const FLAGS_OF_IMPORT = 5
/** A share of the toggles are read again at once, as by an SDK beside the program that toggles. */
const POLLED_EVERY = 8
/** Times between scheduling and applying. */
const [SOONEST_MS, LATEST_MS] = [200, 1000]
/** Flags of one caller, of which it creates more than it archives. */
const MOST_FLAGS = 12

/** Ends a caller: the service has been killed. */
class Killed extends Error {}
/** The service could not do what it was asked, and said so. */
class Failed extends Error {}

export interface LoadOptions {
  url: string
  promises: Promises
  /** Number of the run: callers of each run have names of their own. */
  round: number
  seed: number
  /** Cookie of a person: imports are for people. */
  cookie: string
  /** Milliseconds by which the service's clock is ahead. */
  ahead: number
  /** True once the service's machine has no power: an answer that comes then promises nothing. */
  isOff?: () => boolean
  /** True where the power fails: it may undo what was read. */
  losesUnsynced?: boolean
  /** True while the disk fails: writes may be refused. */
  isTroubled?: () => boolean
  /** Pause of a caller, of so many milliseconds at most. */
  rest?: (most: number) => Promise<void>
}

/** Sends all kinds of writes until the service is gone. Throws for any answer but the expected one. */
export async function loadUntilKilled(options: LoadOptions): Promise<void> {
  const callers = [
    writeFlags,
    writeFlags,
    scheduleChanges,
    sendSignals,
    importFlags,
    reportMetrics,
    writePeople,
  ]
  await Promise.all(
    callers.map(async (call, index) => {
      try {
        await call(new Caller(options, index))
      } catch (error) {
        if (!(error instanceof Killed || error instanceof Failed)) throw error
      }
    }),
  )
}

/** One program or person that calls the service. */
class Caller {
  readonly promises: Promises
  readonly name: string
  readonly ahead: number
  readonly losesUnsynced: boolean
  readonly random: () => number
  readonly #url: string
  readonly #cookie: string
  readonly #isOff: () => boolean
  readonly #isTroubled: () => boolean
  readonly #rest: LoadOptions['rest']
  /** Its flags as an SDK. */
  #known: { etag: string; features: readonly { name: string; enabled: boolean }[] } | undefined

  constructor(
    {
      url,
      promises,
      round,
      seed,
      cookie,
      ahead,
      isOff = () => false,
      isTroubled = () => false,
      losesUnsynced = false,
      rest,
    }: LoadOptions,
    index: number,
  ) {
    this.#isOff = isOff
    this.#isTroubled = isTroubled
    this.#rest = rest
    this.promises = promises
    this.name = `${round}-${index}`
    this.ahead = ahead
    this.losesUnsynced = losesUnsynced
    this.#url = url
    this.#cookie = cookie
    this.random = seededRandom(seed * 1009 + index)
  }

  below(bound: number): number {
    return Math.floor(this.random() * bound)
  }

  async send<T>(method: string, at: string, body?: object, headers: object = {}): Promise<T> {
    const { response, text } = await this.#fetch(method, at, body, headers)
    if (!response.ok) throw new Error(`${method} ${at}: ${response.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  /** Status that an SDK gets with a token. */
  async statusFor(token: string): Promise<number> {
    const { response } = await this.#fetch('GET', '/api/client/features', undefined, { authorization: token })
    return response.status
  }

  /** Polls as an SDK does; answers whether a flag is on, as this SDK knows it then. */
  async poll(flag: string): Promise<boolean | undefined> {
    const { response, text } = await this.#fetch('GET', '/api/client/features', undefined, {
      authorization: SECRETS.backend,
      ...(this.#known ? { 'if-none-match': this.#known.etag } : {}),
    })
    if (response.ok)
      this.#known = {
        etag: response.headers.get('etag') ?? '',
        features: (JSON.parse(text) as { features: { name: string; enabled: boolean }[] }).features,
      }
    else if (response.status !== 304) throw new Error(`an SDK's poll answers ${response.status} ${text}`)
    return this.#known?.features.find(({ name }) => name === flag)?.enabled
  }

  async #fetch(
    method: string,
    at: string,
    body: object | undefined,
    headers: object,
  ): Promise<{ response: Response; text: string }> {
    let response: Response
    let text: string
    try {
      response = await fetch(this.#url + at, {
        method,
        headers: {
          authorization: SECRETS.admin,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      text = await response.text()
    } catch {
      throw new Killed()
    }
    if (this.#isOff()) throw new Killed()
    if (response.status >= 500 && this.#isTroubled()) throw new Failed()
    return { response, text }
  }

  get isTroubled(): boolean {
    return this.#isTroubled()
  }

  /** Waits a while; none of 0 ms, unless the load says otherwise. */
  async rest(most: number): Promise<void> {
    if (this.#rest) await this.#rest(most)
    else if (most > 0) await sleep(this.random() * most)
  }

  /** Signed in, instead of with a token. */
  sendAsPerson<T>(method: string, at: string, body: object): Promise<T> {
    return this.send(method, at, body, { authorization: '', cookie: this.#cookie })
  }
}

/** Creates flags, adds strategies, toggles and archives. */
async function writeFlags(caller: Caller): Promise<void> {
  const { promises, name } = caller
  const flags: string[] = []
  const on = new Set<string>()
  for (let n = 0; ; n++) {
    await caller.rest(0)
    const flag = flags.length > 0 ? (flags[caller.below(flags.length)] ?? '') : ''
    const choice = caller.below(10)
    if (flag === '' || (choice < 2 && flags.length < MOST_FLAGS)) {
      const created = `flag-${name}-${n}`
      const done = promises.send('flag', created, 'live')
      await caller.send('POST', `${PROJECT}/features`, { name: created })
      done()
      flags.push(created)
      // a flag with a strategy is enabled as it is; without one, enabling would add the default
      await addStrategy(caller, created, `${created}/first`)
    } else if (choice < 3) {
      const done = promises.send('flag', flag, 'archived')
      await caller.send('DELETE', `${PROJECT}/features/${flag}`)
      done()
      flags.splice(flags.indexOf(flag), 1)
    } else if (choice < 5) await addStrategy(caller, flag, `${flag}/${n}`)
    else {
      const to = on.has(flag) ? 'off' : 'on'
      const done = promises.send('toggle', flag, to)
      await caller.send('POST', `${PROJECT}/features/${flag}/${IN_DEVELOPMENT}/${to}`)
      done()
      if (to === 'on') on.add(flag)
      else on.delete(flag)
      if (caller.below(POLLED_EVERY) > 0) continue
      const polled = await caller.poll(flag)
      if (polled !== (to === 'on')) throw new Error(`SDKs get ${flag} as ${String(polled)} once it is ${to}`)
    }
  }
}

async function addStrategy(caller: Caller, flag: string, title: string): Promise<void> {
  const done = caller.promises.send('strategy', title, '1')
  await caller.send('POST', `${PROJECT}/features/${flag}/${IN_DEVELOPMENT}/strategies`, {
    name: 'flexibleRollout',
    title,
    parameters: { rollout: String(caller.below(101)), stickiness: 'default', groupId: flag },
  })
  done()
}

/** Schedules change requests, each of which adds one strategy: done twice, there would be two. */
async function scheduleChanges(caller: Caller): Promise<void> {
  const { promises, name } = caller
  // a kill may have left a draft: each user has at most one
  for (const { id } of await caller.send<{ id: number }[]>('GET', `${PROJECT}/change-requests/pending`))
    await caller.send('PUT', `${PROJECT}/change-requests/${id}/state`, { state: 'Cancelled' })
  for (let n = 0; ; n++) {
    const flag = `requested-${name}-${n}`
    const created = promises.send('flag', flag, 'live')
    await caller.send('POST', `${PROJECT}/features`, { name: flag })
    created()
    const title = `${flag}/scheduled`
    const { id } = await caller.send<{ id: number }>('POST', REQUESTS, {
      action: 'addStrategy',
      feature: flag,
      payload: { name: 'default', title },
    })
    const move = (state: string, more: object = {}) =>
      caller.send('PUT', `${PROJECT}/change-requests/${id}/state`, { state, ...more })
    await move('In review')
    await move('Approved')
    const delay = SOONEST_MS + caller.random() * (LATEST_MS - SOONEST_MS)
    const scheduledAt = new Date(Date.now() + caller.ahead + delay).toISOString()
    const scheduled = promises.sendForLater('strategy', title, '1')
    try {
      await move('Scheduled', { scheduledAt })
      scheduled()
    } catch (error) {
      // it became due on the way
      if (!String(error).includes('must be in the future')) throw error
      // open as it is, it would take up the next change
      await move('Cancelled')
    }
    await caller.rest(30)
  }
}

/** Sends signals, each of which starts an action. */
async function sendSignals(caller: Caller): Promise<void> {
  const { promises, name } = caller
  for (let n = 0; ; n++) {
    const key = `signal-${name}-${n}`
    const done = promises.send('signal', key, '1')
    const executed = promises.sendForLater('executed', key, '1')
    await caller.send('POST', '/api/admin/signal-endpoints/1/signals', { payload: { key } })
    done()
    executed()
    await caller.rest(20)
  }
}

/** Imports files of flags: all of a file's, or none. */
async function importFlags(caller: Caller): Promise<void> {
  const { promises, name } = caller
  for (let n = 0; ; n++) {
    const file = `import-${name}-${n}`
    const done = promises.send('import', file, String(FLAGS_OF_IMPORT))
    const names = Array.from({ length: FLAGS_OF_IMPORT }, (_, index) => `${file}.${index}`)
    const data = {
      features: names.map((flag) => ({ name: flag, type: 'release' })),
      featureStrategies: names.map((flag) => ({ name: 'default', featureName: flag })),
      featureEnvironments: names.map((flag) => ({ featureName: flag, enabled: true })),
      featureTags: [],
      contextFields: [],
      tagTypes: [],
    }
    const body = { project: 'default', environment: 'development', data }
    await caller.sendAsPerson('POST', '/api/admin/features-batch/import', body)
    done()
    await caller.rest(60)
  }
}

const HOUR_MS = 3_600_000
/** Reports between two reads of what was reported. */
const REPORTS_BEFORE_READ = 10
/** Reports are written each second (ADR 47). The write itself takes a while on a busy machine. */
const WRITTEN_MS = 2000

/** Reports evaluations of one application: none counts twice; once read, or two seconds old, they are on the disk. */
async function reportMetrics(caller: Caller): Promise<void> {
  const { promises, name } = caller
  const appName = `app-${name}`
  const at = () => new Date(Date.now() + caller.ahead).toISOString()
  const isRead = caller.below(2) === 0
  let total = 0
  /** Newest hour that a report is of: a clock that was set back does not list it yet. */
  let newestHour = 0
  const sent: { done: () => void; at: number }[] = []
  for (;;) {
    const yes = 1 + caller.below(5)
    total += yes
    const done = promises.send('metrics', appName, String(total))
    const toggles = { 'acted-on': { yes, no: 0 } }
    const bucket = { start: at(), stop: at(), toggles }
    const hour = Math.floor(Date.now() / HOUR_MS)
    newestHour = Math.max(newestHour, hour)
    const report = { appName, instanceId: name, bucket }
    try {
      await caller.send('POST', '/api/client/metrics', report, { authorization: SECRETS.backend })
      const answered = performance.now()
      sent.push({ done, at: answered })
      const written = caller.isTroubled ? 0 : sent.filter((one) => one.at < answered - WRITTEN_MS).length
      for (const one of sent.splice(0, written)) one.done()
    } catch (error) {
      if (!(error instanceof Failed)) throw error
      // nothing of it is kept
      total -= yes
    }
    if (isRead && sent.length >= REPORTS_BEFORE_READ && !caller.isTroubled && hour === newestHour) {
      const path = '/api/admin/client-metrics/features/acted-on/raw?hoursBack=48'
      const { data } = await caller.send<{ data: { appName: string; yes: number }[] }>('GET', path)
      const read = data.filter((one) => one.appName === appName).reduce((sum, one) => sum + one.yes, 0)
      // the disk may have begun to fail meanwhile: what cannot be written is not read
      if (read !== total && !caller.isTroubled)
        throw new Error(`${appName} reported ${total}, and reads ${read}`)
      // reading waits for no sync
      if (!caller.losesUnsynced) for (const one of sent.splice(0)) one.done()
    }
    await caller.rest(20)
  }
}

/** Creates and deletes users and API tokens. */
async function writePeople(caller: Caller): Promise<void> {
  const { promises, name } = caller
  for (let n = 0; ; n++) {
    await caller.rest(0)
    const tokenName = `token-${name}-${n}`
    const token = promises.send('token', tokenName, 'there')
    const { secret } = await caller.send<{ secret: string }>('POST', '/api/admin/api-tokens', {
      tokenName,
      type: 'client',
      environment: 'development',
      projects: ['*'],
    })
    token()
    // a token counts at once
    await caller.send('GET', '/api/client/features', undefined, { authorization: secret })
    const username = `user-${name}-${n}`
    const user = promises.send('user', username, 'there')
    const { id } = await caller.send<{ id: number }>('POST', '/api/admin/user-admin', {
      username,
      rootRole: 1 + caller.below(3),
    })
    user()
    if (n % 2 === 0) continue
    const deleted = promises.send('user', username, 'gone')
    await caller.send('DELETE', `/api/admin/user-admin/${id}`)
    deleted()
    const revoked = promises.send('token', tokenName, 'gone')
    await caller.send('DELETE', `/api/admin/api-tokens/${secret}`)
    revoked()
    const status = await caller.statusFor(secret)
    if (status !== 401) throw new Error(`a token that is gone answers ${status}`)
  }
}
