import type { Page } from 'playwright-core'

import type { MirrorState } from '#shared/clients/schemas/mirror.ts'
import type { Propagation } from '#shared/clients/schemas/propagation.ts'
import { answerWith } from './answer-with.ts'
import type { Screens } from './screens.ts'

const AGO = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const ENVIRONMENTS = ['development', 'staging', 'production', 'a-very-long-name-of-an-environment-for-tests']

type Source = MirrorState['sources'][number]

const source = (place: number, changes: Partial<Source> = {}): Source => ({
  environment: ENVIRONMENTS[place % ENVIRONMENTS.length] ?? null,
  projects: place % 3 === 0 ? ['*'] : ['shop', 'billing', `team-with-a-long-name-${place}`],
  flags: 37 * place + 5,
  changedAt: AGO(place * 90 + 3),
  checkedAt: AGO(0),
  problem: null,
  isLearnt: place > 2,
  isStreamed: place % 2 === 0,
  ...changes,
})

const mirrorOf = (sources: Source[], changes: Partial<MirrorState> = {}): MirrorState => ({
  url: 'https://flags.example.com',
  sources,
  learntTokens: sources.filter(({ isLearnt }) => isLearnt).length,
  forwarding: {
    waiting: { reports: 0, evaluations: 0, since: null },
    ...{ sent: 182_344, sentAt: AGO(1), dropped: 0, overridden: 0, unconfirmed: 0, problem: null },
  },
  self: { appName: 'halyard-mirror', instanceId: '01KB7Z1S2M3T4R5V6W7X8Y9Z0A', reportedAt: AGO(1) },
  ...changes,
})

const PROBLEM = 'It cannot be reached: connect ECONNREFUSED 192.0.2.17:443.'

async function show(page: Page, url: string, state: MirrorState): Promise<void> {
  await answerWith(page, 'getMirror', state)
  await page.goto(`${url}/#/mirror`)
  await page.getByText('Mirror of flags.example.com').waitFor()
}

const sdk = (place: number, behindSince: string | null): Propagation['sdks'][number] => ({
  appName: `service-${place}`,
  instance: `instance-${place}`,
  sdk: 'unleash-node:6.8.0',
  environment: ENVIRONMENTS[place % 3] ?? '',
  way: (['poll', 'delta', 'stream'] as const)[place % 3] ?? 'poll',
  revision: 700 + place,
  behindSince,
  seenAt: AGO(place),
})

/** Screens of a mirror, of what SDKs have, and of a lost upstream. What a mirror tells is put in the place of the service's answer. */
export const MIRROR_SCREENS: Screens = {
  'mirror, up to date': async (page, url) => {
    await show(page, url, mirrorOf([0, 1].map((place) => source(place))))
    await page.getByText('changes come at once').first().waitFor()
  },
  'mirror, many tokens': async (page, url) => {
    await show(
      page,
      url,
      mirrorOf(
        Array.from({ length: 60 }, (_, place) => source(place, place === 7 ? { problem: PROBLEM } : {})),
      ),
    )
    await page.getByText(PROBLEM).first().waitFor()
  },
  'mirror, upstream lost': async (page, url) => {
    const lost = [0, 1, 2].map((place) => source(place, { problem: PROBLEM, checkedAt: AGO(190) }))
    const forwarding = {
      waiting: { reports: 37, evaluations: 48_120, since: AGO(188) },
      ...{ sent: 182_344, sentAt: AGO(190), dropped: 0, overridden: 120, unconfirmed: 64 },
      problem: 'The upstream does not answer for flags: reports wait until it does.',
    }
    await show(page, url, mirrorOf(lost, { forwarding }))
    await page.getByText('reports wait until it does').waitFor()
  },
  'mirror, without an answer yet': async (page, url) => {
    const never = { environment: null, projects: [], flags: 0, changedAt: null, checkedAt: null }
    await show(page, url, mirrorOf([source(0, never), source(1, { ...never, problem: PROBLEM })]))
    await page.getByText('no flags', { exact: true }).waitFor()
  },
  'mirror, none': async (page, url) => {
    await page.goto(`${url}/#/mirror`)
    await page.getByText('halyard serve --upstream URL').waitFor()
  },
  'propagation, some behind': async (page, url) => {
    const sdks = Array.from({ length: 40 }, (_, place) => sdk(place, place < 4 ? AGO(place + 1) : null))
    await answerWith(page, 'getPropagation', {
      environments: ENVIRONMENTS.slice(0, 3).map((environment, place) => ({
        ...{ environment, revision: 741, sdks: 14, behind: place === 0 ? 2 : 1 },
      })),
      sdks,
      ...{ behindMirrors: [], behindMirrorsCount: 0 },
    } satisfies Propagation)
    await page.goto(`${url}/#/propagation`)
    await page.getByText('behind since').first().waitFor()
  },
}
