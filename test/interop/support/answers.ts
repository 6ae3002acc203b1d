import type { Instance } from './instance.ts'
import { setTimeout as sleep } from 'node:timers/promises'

import type { OriginalVersion } from './install-original.ts'
import {
  SEED_ENVIRONMENTS,
  SEED_SIZE,
  seedContexts,
  seedFlags,
  type SeedEnvironment,
  type SeedFlag,
} from './seed-flags.ts'

/** Instance with tokens of the frontend API. */
export interface Answering extends Pick<Instance, 'call'> {
  frontend: Record<SeedEnvironment, string>
}

interface Toggle {
  name: string
  impressionData?: boolean
  variant?: unknown
}

/** Contexts in which two instances are compared, in each environment. */
const CONTEXTS = 50

/** Outcome of a comparison of answers: all of them, and those that differ. */
export interface ComparedAnswers {
  compared: number
  different: string[]
}

/** Checks whether a flag depends on one that is off: SDKs then have it on, the frontend API of the original service off. */
const wantsParentOff = ({ dependency }: SeedFlag) => dependency?.enabled === false

/** Names the seeded flags that are not archived, and whose answers can be compared. */
export const comparableFlags = (version: OriginalVersion): string[] =>
  seedFlags(version)
    .slice(0, SEED_SIZE.flags)
    .filter((flag) => !wantsParentOff(flag))
    .map(({ name }) => name)

/** Time in which the original service follows a change at its frontend API, with room for a slow machine. */
const FOLLOWS_MS = 60_000

/** Compares what the frontend APIs of two instances answer for flags, in 50 contexts and two environments. */
export async function compareAnswers(
  one: Answering,
  other: Answering,
  flags: readonly string[],
): Promise<ComparedAnswers> {
  const compared: ComparedAnswers = { compared: 0, different: [] }
  for (const environment of SEED_ENVIRONMENTS) {
    const until = Date.now() + FOLLOWS_MS
    let found = await compareIn(environment, { one, other, flags })
    // a difference may be no more than that one of them has not read its own changes yet
    while (found.different.length > 0 && Date.now() < until) {
      await sleep(500)
      found = await compareIn(environment, { one, other, flags })
    }
    compared.compared += found.compared
    compared.different.push(...found.different)
  }
  return compared
}

async function compareIn(
  environment: SeedEnvironment,
  { one, other, flags }: { one: Answering; other: Answering; flags: readonly string[] },
): Promise<ComparedAnswers> {
  const found: ComparedAnswers = { compared: 0, different: [] }
  // the frontend API of the original service takes its own time, whatever the context says
  for (const { currentTime: _ignored, ...context } of seedContexts(CONTEXTS)) {
    const [here, there] = await Promise.all(
      [one, other].map(({ call, frontend }) => answersFor(call, frontend[environment], context)),
    )
    for (const flag of flags) {
      found.compared += 1
      const [mine, theirs] = [here, there].map((answers) => answers?.get(flag) ?? 'off')
      if (mine !== theirs)
        found.different.push(`${flag} ${environment} ${context.userId}: ${mine} / ${theirs}`)
    }
  }
  return found
}

async function answersFor(
  call: Instance['call'],
  token: string,
  context: object,
): Promise<ReadonlyMap<string, string>> {
  const { status, text, body } = await call('POST', '/api/frontend', { token, body: { context } })
  if (status !== 200) throw new Error(`The frontend API answers ${status}: ${text}`)
  const { toggles } = body as { toggles: Toggle[] }
  return new Map(
    toggles.map(({ name, impressionData, variant }) => [name, inOrder({ impressionData, variant })]),
  )
}

/** Writes a value with its properties in order. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/** Makes tokens of the frontend API for all projects. */
export async function makeFrontendTokens(
  { call }: Pick<Instance, 'call'>,
  name = 'proof',
): Promise<Answering['frontend']> {
  const make = async (environment: SeedEnvironment) => {
    const body = { tokenName: `${name}-${environment}`, type: 'frontend', environment, projects: ['*'] }
    const { status, text, body: made } = await call('POST', '/api/admin/api-tokens', { body })
    if (status !== 201) throw new Error(`No token: ${status} ${text}`)
    return (made as { secret: string }).secret
  }
  return { development: await make('development'), production: await make('production') }
}
