import type { TestBackend } from '#support/service/start-backend.ts'
import type { Exchange } from './exchange.ts'
import type { Replay } from './replay.ts'

type Step = (replay: Replay, app: TestBackend) => Promise<unknown>

const create = (replay: Replay, path: string, body: unknown) =>
  replay.send({ auth: 'admin', method: 'POST', path, body })
const passMinutes = async (app: TestBackend, minutes: number) => {
  app.clock.advance(minutes * 60_000)
  await app.backend.runJobs()
}

/** The flags of the group `evaluation` whose definitions stand in the recording; those of the others are cut off. */
const EVALUATED = [
  { name: 'ev-ends-cs', constraint: { contextName: 'email', operator: 'STR_ENDS_WITH', values: ['.COM'] } },
  { name: 'ev-semver-gt', constraint: { contextName: 'ver', operator: 'SEMVER_GT', value: '1.2.3' } },
]

/** Leaves out what the recording says of flags whose definitions it cuts off. */
export function withoutUndefined(id: string, exchange: Exchange): Exchange {
  if (!id.startsWith('evaluation/')) return exchange
  const isDefined = ({ name = '' }: { name?: string }) =>
    name !== '' && (!name.startsWith('ev-') || EVALUATED.some((one) => one.name === name))
  const json = { ...(exchange.answer.json as Record<string, unknown>) }
  for (const list of ['features', 'toggles'])
    if (list in json) json[list] = (json[list] as { name?: string }[]).filter(isDefined)
  const at = `/${'features' in json ? 'features' : 'toggles'}`
  return { ...exchange, answer: { ...exchange.answer, json, openAt: at } }
}

/** Steps between recorded exchanges that were not recorded, by the exchange that follows. */
export const UNRECORDED_STEPS: Readonly<Record<string, Step>> = {
  'strategies/31st-strategy-in-one-environment-limit-30': async (replay) => {
    for (let count = 0; count < 30; count += 1)
      await create(
        replay,
        '/api/admin/projects/default/features/tour-clone/environments/production/strategies',
        {
          name: 'default',
        },
      )
  },
  'flag-relations/link-update': async (replay) => {
    const { text } = await replay.send({
      auth: 'admin',
      method: 'GET',
      path: '/api/admin/projects/default/features/tour-flag',
    })
    const { links } = JSON.parse(text) as { links: { id: string }[] }
    replay.learn('01M7XZPGZS0WAS4TGPAMK4FDBS', links[0]?.id ?? '')
  },
  'evaluation/definitions-client-view': async (replay) => {
    for (const { name, constraint } of EVALUATED) {
      await create(replay, '/api/admin/projects/default/features', { name })
      const development = `/api/admin/projects/default/features/${name}/environments/development`
      await create(replay, `${development}/strategies`, { name: 'default', constraints: [constraint] })
      await create(replay, `${development}/on`, {})
    }
  },
  'rate-limits/eleventh-sign-in-in-a-minute': async (replay) => {
    for (let count = 0; count < 10; count += 1)
      await create(replay, '/auth/simple/login', { username: 'admin', password: 'wrong' })
  },
  'rate-limits/second-password-mail-in-a-minute': (replay) =>
    create(replay, '/auth/reset/password-email', { email: 'viewer@example.com' }),
  'rate-limits/twenty-first-user-in-a-minute': async (replay) => {
    for (let count = 0; count < 20; count += 1)
      await create(replay, '/api/admin/user-admin', { username: `user-${count}`, rootRole: 3 })
  },
  'metrics/feature-usage': (_, app) => passMinutes(app, 1),
}
