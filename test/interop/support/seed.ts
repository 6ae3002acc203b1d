import { setTimeout as sleep } from 'node:timers/promises'

import type { Answer } from '#support/service/start-backend.ts'
import type { OriginalVersion } from './install-original.ts'
import type { Instance, InstanceCall } from './instance.ts'
import { ADMIN_PASSWORD } from './original-process.ts'
import {
  SEED_ENVIRONMENTS,
  seedConstraints,
  seedFlags,
  USED_SEGMENTS,
  type SeedEnvironment,
  type SeedFlag,
  type SeedStrategy,
} from './seed-flags.ts'

/** Facts of an instance that was seeded: secrets that are shown once. */
export interface Seeded {
  /** Personal access tokens: of an admin, an editor and a viewer. */
  pats: { admin: string; editor: string; viewer: string }
  /** Cookies of the sessions of the same people. */
  cookies: Seeded['pats']
  /** Tokens of SDKs that read all projects. */
  backend: Record<SeedEnvironment, string>
  frontend: Record<SeedEnvironment, string>
}

const PROJECT = '/api/admin/projects/default'
const FOR_LONG = '2099-01-01T00:00:00.000Z'
/** Requests that a service gets at once. */
const AT_ONCE = 6

const ROOT_ROLES = { admin: 1, editor: 2, viewer: 3 } as const
const PASSWORD = 'Correct-horse-9-battery'

/**
 * Fills an instance by its Admin API with everything that an open-source service can hold, as after two years of use.
 * The same requests fill a Halyard.
 */
export async function seedInstance({ call }: Instance, version: OriginalVersion): Promise<Seeded> {
  const post = accepted(call, 'POST')
  await seedCatalogue(post, version)
  const segments = await segmentIds(call)
  const flags = seedFlags(version)
  await eachAtOnce(flags, (flag) => seedFlag(post, flag, segments))
  await eachAtOnce(
    flags.filter(({ dependency }) => dependency),
    ({ name, dependency }) => post(`${PROJECT}/features/${name}/dependencies`, dependency),
  )
  for (const environment of SEED_ENVIRONMENTS) {
    const features = flags.filter((flag) => flag.environments[environment].enabled).map(({ name }) => name)
    await post(`${PROJECT}/bulk_features/environments/${environment}/on`, { features })
  }
  const old = flags.filter(({ name }) => name.startsWith('old-')).map(({ name }) => name)
  await post(`${PROJECT}/archive`, { features: old })
  const people = await seedUsers(call)
  const tokens = await seedTokens(post)
  await seedUse(call, tokens)
  // events of types that the published documents do not name
  await post('/api/admin/ui-config/cors', { frontendApiOrigins: ['https://shop.example.com'] })
  await accepted(call, 'POST')('/api/admin/maintenance', { enabled: false })
  return { ...people, ...tokens }
}

type Send = (path: string, body?: unknown, token?: string) => Promise<Answer>

/** Sends requests that an instance must accept. */
const accepted =
  (call: InstanceCall, method: string): Send =>
  async (path, body, token) => {
    const answer = await call(method, path, {
      ...(body === undefined ? {} : { body }),
      ...(token === undefined ? {} : { token }),
    })
    if (answer.status < 200 || answer.status > 299)
      throw new Error(`${method} ${path}: ${answer.status} ${answer.text}\n${JSON.stringify(body)}`)
    return answer
  }

async function seedCatalogue(post: Send, version: OriginalVersion): Promise<void> {
  const legal = (...values: string[]) => values.map((value) => ({ value, description: `The ${value} one` }))
  const fields = [
    { name: 'country', description: 'Where the user is', legalValues: legal('no', 'se', 'de', 'us', 'jp') },
    { name: 'plan', stickiness: true, legalValues: [{ value: 'free' }, { value: 'pro' }, { value: 'team' }] },
    { name: 'tenantId', stickiness: true },
    { name: 'email' },
    { name: 'age', description: 'In years' },
    { name: 'appVersion' },
  ]
  for (const field of fields) await post('/api/admin/context', field)
  await post('/api/admin/tag-types', { name: 'team', description: 'Who owns it', icon: 'T' })
  await post('/api/admin/tag-types', { name: 'area', description: 'Of no flag', icon: 'A', color: '#336699' })
  await post('/api/admin/strategies', {
    name: 'byTenant',
    description: 'For chosen tenants',
    parameters: [
      { name: 'tenants', type: 'list', required: true, description: 'Their ids' },
      { name: 'share', type: 'percentage', required: false, description: 'Of each' },
      { name: 'beta', type: 'boolean', required: false, description: '' },
      { name: 'least', type: 'number', required: false, description: '' },
      { name: 'note', type: 'string', required: false, description: '' },
    ],
  })
  // of instances that older versions began
  await post('/api/admin/strategies', {
    name: 'userWithId',
    description: 'For chosen users',
    parameters: [{ name: 'userIds', type: 'list', required: false, description: '' }],
  })
  await post('/api/admin/strategies', { name: 'byMoon', description: 'Once', parameters: [] })
  await post('/api/admin/strategies/byMoon/deprecate')
  const constraints = seedConstraints(version)
  const segments = [
    ...USED_SEGMENTS.map((name, index) => ({
      name,
      description: `Users that are ${name}`,
      constraints: constraints.slice(index, index + 1 + (index % 2)),
    })),
    { name: 'of-the-project', project: 'default', constraints: constraints.slice(4, 6) },
    { name: 'everybody', constraints: [] },
  ]
  for (const segment of segments) await post('/api/admin/segments', segment)
  await post(`${PROJECT}/environments/development/default-strategy`, {
    name: 'flexibleRollout',
    constraints: [],
    parameters: { rollout: '50', stickiness: 'default', groupId: 'default' },
    segments: [],
  })
}

async function segmentIds(call: InstanceCall): Promise<ReadonlyMap<string, number>> {
  const { body } = await call('GET', '/api/admin/segments')
  const { segments } = body as { segments: { id: number; name: string }[] }
  return new Map(segments.map(({ id, name }) => [name, id]))
}

async function seedFlag(post: Send, flag: SeedFlag, segments: ReadonlyMap<string, number>): Promise<void> {
  const { name, type, description, impressionData, stale, environments, tags, links } = flag
  const at = `${PROJECT}/features/${name}`
  await post(`${PROJECT}/features`, { name, type, description: description ?? '', impressionData })
  for (const environment of SEED_ENVIRONMENTS) {
    const { strategies, isReversed } = environments[environment]
    const ids: string[] = []
    for (const strategy of strategies) {
      const { body } = await post(
        `${at}/environments/${environment}/strategies`,
        withSegments(strategy, segments),
      )
      ids.push((body as { id: string }).id)
    }
    if (isReversed)
      await post(
        `${at}/environments/${environment}/strategies/set-sort-order`,
        ids.toReversed().map((id, sortOrder) => ({ id, sortOrder })),
      )
  }
  for (const tag of tags) await post(`/api/admin/features/${name}/tags`, tag)
  for (const link of links) await post(`${at}/link`, link)
  if (stale) await post(`${PROJECT}/stale`, { features: [name], stale })
}

const withSegments = ({ segments = [], ...strategy }: SeedStrategy, ids: ReadonlyMap<string, number>) => ({
  ...strategy,
  segments: segments.map((name) => ids.get(name)),
})

/** Creates twelve users, and signs in one of each root role, who creates a personal access token. */
async function seedUsers(call: InstanceCall): Promise<Pick<Seeded, 'pats' | 'cookies'>> {
  const post = accepted(call, 'POST')
  const roles = Object.entries(ROOT_ROLES)
  for (let index = 0; index < 12; index++) {
    const [role = '', rootRole] = roles[index % roles.length] ?? []
    const username = `${role}-${index}`
    const email = index % 2 === 0 ? { email: `${username}@example.com` } : {}
    await post('/api/admin/user-admin', {
      ...{ username, name: `User ${index}`, rootRole, password: PASSWORD, sendEmail: false },
      ...email,
    })
  }
  const signIn = async (username: string, password: string) => {
    const signedIn = await call('POST', '/auth/simple/login', { token: null, body: { username, password } })
    const [cookie = ''] = String(signedIn.headers['set-cookie']).split(';')
    const body = { description: 'window', expiresAt: FOR_LONG }
    const made = await call('POST', '/api/admin/user/tokens', { token: null, headers: { cookie }, body })
    if (made.status !== 201) throw new Error(`No token of ${username}: ${made.text}`)
    return { cookie, pat: (made.body as { secret: string }).secret }
  }
  const admin = await signIn('admin', ADMIN_PASSWORD)
  const editor = await signIn('editor-1', PASSWORD)
  const viewer = await signIn('viewer-2', PASSWORD)
  return {
    pats: { admin: admin.pat, editor: editor.pat, viewer: viewer.pat },
    cookies: { admin: admin.cookie, editor: editor.cookie, viewer: viewer.cookie },
  }
}

async function seedTokens(post: Send): Promise<Pick<Seeded, 'backend' | 'frontend'>> {
  const token = async (type: string, environment: string, projects: string[]) => {
    const tokenName = `${type}-${environment}-${projects[0] === '*' ? 'all' : 'own'}`
    const { body } = await post('/api/admin/api-tokens', { tokenName, type, environment, projects })
    return (body as { secret: string }).secret
  }
  await token('client', 'development', ['default'])
  await token('frontend', 'production', ['default'])
  return {
    backend: {
      development: await token('client', 'development', ['*']),
      production: await token('client', 'production', ['*']),
    },
    frontend: {
      development: await token('frontend', 'development', ['*']),
      production: await token('frontend', 'production', ['*']),
    },
  }
}

/** Registers an application, and reports what it evaluated. */
async function seedUse(call: InstanceCall, { backend }: Pick<Seeded, 'backend'>): Promise<void> {
  const post = accepted(call, 'POST')
  const now = Date.now()
  const started = new Date(now - 60_000).toISOString()
  const client = { appName: 'shop', instanceId: 'shop-1', environment: 'development' }
  const sdk = {
    sdkVersion: 'unleash-client-node:6.9.2',
    strategies: ['default', 'byTenant'],
    interval: 15_000,
  }
  await post('/api/client/register', { ...client, ...sdk, started }, backend.development)
  const toggles = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [
      `flag-${String(index).padStart(3, '0')}`,
      { yes: index, no: 3, variants: { red: 1 } },
    ]),
  )
  const bucket = { start: started, stop: new Date(now).toISOString(), toggles }
  await post('/api/client/metrics', { ...client, bucket }, backend.development)
  await post('/api/admin/addons', {
    provider: 'datadog',
    description: 'Tells the board',
    enabled: false,
    parameters: { apiKey: 'a-key' },
    events: ['feature-created'],
    projects: [],
    environments: [],
  })
  // both are written some seconds later
  await until(async () => {
    const applications = await call('GET', '/api/admin/metrics/applications')
    const metrics = await call('GET', '/api/admin/client-metrics/features/flag-001')
    return [applications, metrics].every(({ text }) => text.includes('shop'))
  })
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let times = 0; !(await isSo()); times++) {
    if (times > 300) throw new Error('What was reported is not there after a minute.')
    await sleep(200)
  }
}

async function eachAtOnce<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
