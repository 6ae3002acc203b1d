import { setTimeout as sleep } from 'node:timers/promises'

import { seededRandom } from '#support/runner/random.ts'
import type { Promises } from './promises.ts'
import { SECRETS } from './secrets.ts'

const PROJECT = '/api/admin/projects/default'
const IN_DEVELOPMENT = 'environments/development'
const REQUESTS = `${PROJECT}/environments/production/change-requests`
const FLAGS_OF_IMPORT = 5
/** Times between scheduling and applying. */
const [SOONEST_MS, LATEST_MS] = [200, 1000]
/** Flags of one caller, of which it creates more than it archives. */
const MOST_FLAGS = 12

/** Ends a caller: the service has been killed. */
class Killed extends Error {}

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
        if (!(error instanceof Killed)) throw error
      }
    }),
  )
}

/** One program or person that calls the service. */
class Caller {
  readonly promises: Promises
  readonly name: string
  readonly ahead: number
  readonly random: () => number
  readonly #url: string
  readonly #cookie: string
  readonly #isOff: () => boolean

  constructor(
    { url, promises, round, seed, cookie, ahead, isOff = () => false }: LoadOptions,
    index: number,
  ) {
    this.#isOff = isOff
    this.promises = promises
    this.name = `${round}-${index}`
    this.ahead = ahead
    this.#url = url
    this.#cookie = cookie
    this.random = seededRandom(seed * 1009 + index)
  }

  below(bound: number): number {
    return Math.floor(this.random() * bound)
  }

  async send<T>(method: string, at: string, body?: object, headers: object = {}): Promise<T> {
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
    if (!response.ok) throw new Error(`${method} ${at}: ${response.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
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
    await sleep(caller.random() * 30)
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
    await sleep(caller.random() * 20)
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
    await sleep(caller.random() * 60)
  }
}

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
  const sent: { done: () => void; at: number }[] = []
  for (;;) {
    const yes = 1 + caller.below(5)
    total += yes
    const done = promises.send('metrics', appName, String(total))
    const toggles = { 'acted-on': { yes, no: 0 } }
    const bucket = { start: at(), stop: at(), toggles }
    await caller.send(
      'POST',
      '/api/client/metrics',
      { appName, instanceId: name, bucket },
      {
        authorization: SECRETS.backend,
      },
    )
    const answered = performance.now()
    sent.push({ done, at: answered })
    const written = sent.filter((one) => one.at < answered - WRITTEN_MS).length
    for (const one of sent.splice(0, written)) one.done()
    if (isRead && sent.length === REPORTS_BEFORE_READ) {
      const path = '/api/admin/client-metrics/features/acted-on/raw?hoursBack=48'
      const { data } = await caller.send<{ data: { appName: string; yes: number }[] }>('GET', path)
      const read = data.filter((one) => one.appName === appName).reduce((sum, one) => sum + one.yes, 0)
      if (read !== total) throw new Error(`${appName} reported ${total}, and reads ${read}`)
      for (const one of sent.splice(0)) one.done()
    }
    await sleep(caller.random() * 20)
  }
}

/** Creates and deletes users and API tokens. */
async function writePeople(caller: Caller): Promise<void> {
  const { promises, name } = caller
  for (let n = 0; ; n++) {
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
  }
}
