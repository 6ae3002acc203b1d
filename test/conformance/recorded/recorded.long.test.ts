import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { DEFAULT_LIMITS } from '#kernel/limits.ts'
import { rateLimitsOf, type RateLimits } from '#transport/http/rate-limit.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { ACCEPTED } from './accepted-differences.ts'
import { ISOLATED_EXCHANGES, isIsolated } from './isolated-exchanges.ts'
import { type Exchange, GROUPS, readGroup } from './exchange.ts'
import { GENERAL, type General } from './general-differences.ts'
import { Replay, TOKENS } from './replay.ts'
import { UNRECORDED_STEPS, withoutUndefined } from './unrecorded-steps.ts'

/** Replays what the original 7.6.5 answered, request by request, against an instance of ours. */

const pages = makeTempFolder()
const apps: TestBackend[] = []
const met = new Set<unknown>()
interface Stage {
  app: TestBackend
  replay: Replay
}
/** The instance of the recording, one for what would disturb it, and one with the limits that an instance has. */
let stages: Record<'main' | 'apart' | 'limited', Stage>

/** The recorded instance was started with these; its other limits are the usual ones. */
const RECORDED_LIMITS = {
  perMinute: {
    ...rateLimitsOf(DEFAULT_LIMITS).perMinute,
    login: 1000,
    createUser: 1000,
    sendResetPasswordEmail: 1000,
  },
}

async function start(rateLimits: RateLimits): Promise<Stage> {
  const app = await startBackend({
    rateLimits,
    startsAt: '2026-11-21T02:41:43.000Z',
    rendererDir: pages.folder,
    env: {
      // the original serves them to everybody; here the settings say to whom
      HALYARD_SERVER_METRICS: 'loopback',
      // it listens to the network, and so calls no address of its machine
      HALYARD_HOST: '0.0.0.0',
      UNLEASH_DEFAULT_ADMIN_USERNAME: 'admin',
      UNLEASH_DEFAULT_ADMIN_PASSWORD: 'unleash4all',
      INIT_ADMIN_API_TOKENS: TOKENS.admin,
      INIT_BACKEND_API_TOKENS: `${TOKENS.backend},default:production.anchor-backend-prod-000000000000000`,
      INIT_FRONTEND_API_TOKENS: `${TOKENS.frontend},default:production.anchor-frontend-prod-00000000000000`,
    },
  })
  apps.push(app)
  return { app, replay: new Replay(await app.backend.listen()) }
}

beforeAll(async () => {
  writeFileSync(path.join(pages.folder, 'index.html'), '<!doctype html><title>Halyard</title>')
  stages = {
    main: await start(RECORDED_LIMITS),
    apart: await start(RECORDED_LIMITS),
    limited: await start({ perMinute: rateLimitsOf(DEFAULT_LIMITS).perMinute }),
  }
  await stages.apart.replay.signIn('cookie', 'admin', 'unleash4all')
})
afterAll(async () => {
  for (const app of apps) await app.stop()
  pages.remove()
})

async function play(id: string, exchange: Exchange): Promise<string[]> {
  const { app, replay } =
    stages[isIsolated(id) ? 'apart' : id.startsWith('rate-limits/') ? 'limited' : 'main']
  await UNRECORDED_STEPS[id]?.(replay, app)
  app.clock.advance(20)
  return replay.play(id, withoutUndefined(id, exchange))
}

const isMeant = ({ errors, groups }: General, group: string, { answer }: Exchange) =>
  (!errors || answer.status >= 400) && (!groups || groups.includes(group))

describe.each(GROUPS)('%s', (group) => {
  for (const exchange of readGroup(group)) {
    const id = `${group}/${exchange.name}`
    const accepted = ACCEPTED.filter(({ exchanges }) => exchanges.includes(id))
    it(`${exchange.name}: ${exchange.method} ${exchange.path}`, async () => {
      const differences = await play(id, exchange)
      const general = GENERAL.filter((one) => isMeant(one, group, exchange))
      for (const one of general) if (differences.some((text) => one.differs.test(text))) met.add(one)
      const answered = accepted.find(
        ({ status }) =>
          status !== undefined && differences.some((text) => text.startsWith(`status is ${status},`)),
      )
      const left = answered
        ? []
        : differences.filter((text) => ![...general, ...accepted].some(({ differs }) => differs?.test(text)))
      expect(left).toEqual([])
      expect(
        accepted.filter((one) => one !== answered && !differences.some((text) => one.differs?.test(text))),
      ).toEqual([])
    })
  }
})

it('the recorded exchanges meet each general difference', () => {
  expect(GENERAL.filter((one) => !met.has(one))).toEqual([])
})

it('the list of differences names only existing exchanges', () => {
  const known = GROUPS.flatMap((group) => readGroup(group).map(({ name }) => `${group}/${name}`))
  const named = [
    ...ACCEPTED.flatMap(({ exchanges }) => exchanges),
    ...ISOLATED_EXCHANGES,
    ...Object.keys(UNRECORDED_STEPS),
  ]
  expect(named.filter((id) => !known.includes(id))).toEqual([])
  expect(new Set(known).size).toBe(known.length)
})
