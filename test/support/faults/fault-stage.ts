import { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { ClientConfiguration } from '#domains/clients/client-api/client-configuration.ts'
import { storedConfiguration } from '#domains/clients/client-api/configuration-source.ts'
import { MaintenanceMode } from '#domains/instance/instance/maintenance-mode.ts'
import { PersonalTokenDirectory } from '#domains/access/personal-tokens/personal-token-directory.ts'
import { SignalEndpointDirectory } from '#domains/signals/signal-endpoints/signal-endpoint-directory.ts'
import { FrontendOrigins } from '#domains/instance/instance/frontend-origins.ts'
import type { Operation } from '#shared/contract/index.ts'
import {
  makeActions,
  makeAddon,
  makePeople,
  makeReleases,
  makeRequests,
  makeScimToken,
  makeSignals,
  makeTokens,
} from '#test/resilience/fuzz/stored-entities.ts'
import { ADMIN, BACKEND, FRONTEND, type TestBackend } from '../service/start-backend.ts'
import { archiveFeature, getFeature } from '#shared/flags/contract/features.ts'

const PROJECT = '/api/admin/projects/default/features'

/** Items of every kind to read, change and delete, with their names in paths. */
export interface Stage {
  tokenOf(operation: Operation): string
  pathOf(operation: Operation): string
  endpoint: string
}

/** Stores one item of every kind. `fuzzer` must be a user of the instance. */
export async function prepareStage(app: TestBackend, name: string): Promise<Stage> {
  const post = async <T>(path: string, body: object) => (await app.call('POST', path, { body })).body as T
  await post(PROJECT, { name })
  const here = `${PROJECT}/${name}/environments/development`
  const strategy = await post<{ id: string }>(`${here}/strategies`, { name: 'default' })
  const segment = await post<{ id: number }>('/api/admin/segments', { name, constraints: [] })
  await post('/api/admin/context', { name: `${name}-field` })
  await post('/api/admin/strategies', { name: `${name}-kind`, parameters: [] })
  await post('/api/admin/tag-types', { name: `${name}-tags` })
  await post(`/api/admin/features/${name}/tags`, { type: 'simple', value: 'important' })
  for (const other of ['parent', 'alone', 'archived']) await post(PROJECT, { name: `${name}-${other}` })
  await app.call(archiveFeature, { params: { projectId: 'default', featureName: `${name}-archived` } })
  await post(`${PROJECT}/${name}/dependencies`, { feature: `${name}-parent` })
  await post(`${PROJECT}/${name}/link`, { url: 'example.com' })
  const { links } = (await app.call(getFeature, { params: { projectId: 'default', featureName: name } })).body
  const { roles: role } = await post<{ roles: { id: number } }>('/api/admin/roles', {
    name: `${name}-role`,
    description: name,
    permissions: [],
  })
  const tokens = await makeTokens(app, name)
  const people = await makePeople(app, name)
  const signals = await makeSignals(app, name)
  const actions = await makeActions(app, name, tokens.account, signals.endpoint)
  const releases = await makeReleases(app, name)
  const addon = await makeAddon(app, 'http://127.0.0.1:9')
  const requests = await makeRequests(app, name)
  await app.call('POST', `${here}/on`)

  const first = (values: readonly string[] | undefined) => values?.[0] ?? 'x'
  /** Names by the preceding part of the path. */
  const ids: [string, string][] = [
    ['change-requests/', first(requests.ids)],
    ['segments/', String(segment.id)],
    ['user-admin/', first(people.ids)],
    ['service-account/', String(tokens.account)],
    ['signal-endpoints/', String(signals.endpoint)],
    ['addons/', first(addon.getAddon.id)],
    ['actions/', first(actions.ids)],
    ['release-plan-templates/', first(releases.known.templateId)],
    ['groups/', first(tokens.known.groupId)],
    ['roles/', String(role.id)],
    ['feature-types/', 'release'],
    ['splash/', 'x'],
  ]
  const known: Record<string, string> = {
    projectId: 'default',
    project: 'default',
    environment: 'development',
    environmentId: 'development',
    featureName: name,
    feature: name,
    name,
    child: `${name}-alone`,
    parent: `${name}-parent`,
    strategyId: strategy.id,
    strategyName: `${name}-kind`,
    contextField: `${name}-field`,
    linkId: first(links.map(({ id }) => id)),
    roleId: String(role.id),
    userId: first(people.ids),
    type: 'simple',
    value: 'important',
    token: first(people.tokens),
    ...Object.fromEntries(
      Object.entries({ ...tokens.known, ...requests.known, ...signals.known, ...releases.known }).map(
        ([key, values]) => [key, first(values)],
      ),
    ),
  }
  const tokenIs: Record<Operation['audience'], string> = {
    admin: ADMIN,
    client: BACKEND,
    frontend: FRONTEND,
    sdk: FRONTEND,
    signal: signals.token,
    scim: await makeScimToken(app),
    open: ADMIN,
  }
  const ID = /:id$/
  return {
    endpoint: name,
    tokenOf: ({ audience }) => tokenIs[audience],
    pathOf: ({ path }) =>
      path.replace(/([^/]*\/):(\w+)/g, (whole, before: string, param: string) => {
        const value = ID.test(`:${param}`) ? ids.find(([part]) => before === part)?.[1] : known[param]
        return before + encodeURIComponent(value ?? (whole === '' ? '' : 'x'))
      }),
  }
}

/** Reads the service's memory and the same data from the store; the two must be equal. */
export async function compareMemory({ backend }: TestBackend, endpoint: string) {
  const { services, store } = backend
  const { queries } = store
  const access = new AccessDirectory(queries)
  await access.reload()
  const tokens = new TokenDirectory()
  await tokens.load(queries)
  const personal = new PersonalTokenDirectory()
  await personal.load(queries)
  const endpoints = new SignalEndpointDirectory(queries, services.sealer)
  await endpoints.reload()
  const maintenance = new MaintenanceMode()
  await maintenance.load(queries)
  const origins = new FrontendOrigins([])
  await origins.load(queries)
  const configuration = new ClientConfiguration(storedConfiguration(queries))
  await configuration.load()
  const userIds = (await queries.selectFrom('users').select('id').execute()).map(({ id }) => id)
  const seen = ({ seenAt: _seenAt, ...rest }: { seenAt: string | null }) => rest
  const view = async (one: {
    access: AccessDirectory
    tokens: TokenDirectory
    personalTokens: PersonalTokenDirectory
    endpoints: SignalEndpointDirectory
    maintenance: MaintenanceMode
    origins: FrontendOrigins
    configuration: ClientConfiguration
  }) => ({
    facts: one.access.facts,
    tokens: one.tokens.all().map(seen).sort(byText),
    personal: userIds.flatMap((id) => one.personalTokens.of(id).map(seen)).sort(byText),
    endpoint: one.endpoints.named(endpoint),
    maintenance: one.maintenance.isOn,
    origins: one.origins.all,
    features: [...(await one.configuration.of('development')).features.values()],
  })
  const kept = await view({
    ...services,
    endpoints: services.signalEndpoints,
    origins: services.frontendOrigins,
    configuration: services.clientApi.configuration,
  })
  const read = await view({
    access,
    tokens,
    personalTokens: personal,
    endpoints,
    maintenance,
    origins,
    configuration,
  })
  return { kept, read }
}

/** Compares by content, in any order of properties. */
const byText = (a: object, b: object) => (toText(a) < toText(b) ? -1 : 1)
const toText = (value: object) => JSON.stringify(Object.entries(value).sort())
