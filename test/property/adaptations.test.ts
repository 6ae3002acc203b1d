import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { AppError } from '#kernel/app-error.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Runtime } from '#kernel/execute.ts'
import {
  adaptBinding,
  ADAPTATIONS,
  adaptationsOf,
  type Adaptation,
} from '#transport/http/adaptations/index.ts'
import type { Reply } from '#kernel/route.ts'
import type { Binding } from '#transport/http/bind.ts'
import { FORMER_OPERATIONS } from '#shared/versions/contract/former/index.ts'
import { OPERATIONS, type Operation } from '#shared/contract/index.ts'
import { CONTRACT_VERSION, NEWEST_RELEASES } from '#shared/versions/rules/index.ts'
import { arbitraryOf } from '../resilience/fuzz/arbitrary-of.ts'

const VERSIONS = [...Object.values(NEWEST_RELEASES), '5.1.0', '6.9.0', '8.0.0', '8.1.0']
const ALL: readonly Operation[] = [...OPERATIONS, ...FORMER_OPERATIONS]
const operationOf = (id: string) => {
  const found = ALL.find(({ operationId }) => operationId === id)
  if (!found) throw new Error(`there is no operation ${id}`)
  return found
}

const caller: Caller = { actor: { kind: 'anonymous' }, requestId: 'r' }
const answering = (operation: Operation, reply: Reply): Binding => ({
  operation,
  writes: false,
  answer: async () => reply,
})
const answerOf = async (binding: Binding, raw = {}) => binding.answer({} as Runtime, caller, raw)

/** Lists differences of another body: added (`+`), removed (`-`) or changed (`~`); items of lists are `*`. */
function differences(one: unknown, other: unknown, place = ''): string[] {
  if (Object.is(one, other)) return []
  const below = (name: string) => (place === '' ? name : `${place}/${name}`)
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    return one.flatMap((item, index) => differences(item, other[index], below('*')))
  if (!isObject(one) || !isObject(other)) return [`~${place}`]
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return names.flatMap((name) => {
    if (!Object.hasOwn(other, name)) return [`-${below(name)}`]
    if (!Object.hasOwn(one, name)) return [`+${below(name)}`]
    return differences(one[name], other[name], below(name))
  })
}
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// an existing property has another value
const gains = (name: string, ...places: string[]) =>
  places.flatMap((place) => [`+${place}${name}`, `~${place}${name}`])
const loses = (names: string[], ...places: string[]) =>
  places.flatMap((place) => names.map((name) => `-${place}${name}`))
const token = (place: string) => [...gains('username', place), ...gains('secure', place)]
const user = (...places: string[]) => gains('isAPI', ...places)
const impressions = (place: string) => loses(['impressionData'], place)
const flag = (place: string) => [
  ...loses(['lastSeenAt', 'variants', 'strategies'], place),
  ...impressions(place),
]
const group = (place: string) => loses(['mappingsSSO', 'rootRole'], place)
const event = loses(['lastSeenAt'], 'events/*/data/', 'events/*/preData/')
const context = gains('environment', 'input/context/')

/** Allowed differences of a version from today's response, by operation: nothing else is removed or added. */
const MAY_DIFFER: Readonly<Record<string, readonly string[]>> = {
  createApiToken: token(''),
  createProjectApiToken: token(''),
  getAllApiTokens: token('tokens/*/'),
  getApiTokensByName: token('tokens/*/'),
  getProjectApiTokens: token('tokens/*/'),
  getMe: user('user/'),
  getUsers: user('users/*/'),
  getUser: user(''),
  createUser: user(''),
  updateUser: user(''),
  searchUsers: user('*/'),
  getAccessOverview: user('overview/*/'),
  getBaseUsersAndGroups: user('users/*/'),
  getUserPermissions: user('user/'),
  getProjectUsers: user('users/*/'),
  getProjectAccess: user('users/*/', 'groups/*/users/*/user/'),
  getGroups: [...user('groups/*/users/*/user/'), ...group('groups/*/')],
  getGroup: [...user('users/*/user/'), ...group('')],
  createGroup: [...user('users/*/user/'), ...group('')],
  updateGroup: [...user('users/*/user/'), ...group('')],
  getAllPublicSignupTokens: user('tokens/*/users/*/'),
  getPublicSignupToken: user('users/*/'),
  createPublicSignupToken: user('users/*/'),
  updatePublicSignupToken: user('users/*/'),
  login: user(''),
  addPublicSignupTokenUser: user(''),
  getPlayground: context,
  getAdvancedPlayground: context,
  getPlaygroundForChangeRequest: context,
  createFeature: flag(''),
  cloneFeature: flag(''),
  updateFeature: flag(''),
  patchFeature: flag(''),
  getFeature: flag(''),
  getFeatures: flag('features/*/'),
  searchFeatures: flag('features/*/'),
  getApplication: flag('seenToggles/*/'),
  getEvents: event,
  getEventsForToggle: event,
  searchEvents: event,
  getProfile: loses(['groups', 'canChangePassword'], ''),
  getProjects: loses(['onboardingStatus'], 'projects/*/'),
  registerClientApplication: [],
  getClientFeature: impressions(''),
  ...Object.fromEntries(
    ['getFormerFlag', 'createFormerFlag', 'updateFormerFlag', 'toggleFormerFlag', 'toggleFormerFlagOn']
      .concat('toggleFormerFlagOff', 'markFormerFlagStale', 'unmarkFormerFlagStale')
      .map((id) => [id, impressions('')]),
  ),
  ...Object.fromEntries(
    ['getFormerFlags', 'getLegacyClientFeatures', 'getArchivedFeatures', 'getArchivedFeaturesByProjectId']
      .concat('getDeprecatedProjectOverview')
      .map((id) => [id, impressions('features/*/')]),
  ),
  // responses polled by SDKs are bytes; the test of capabilities checks them
  getAllClientFeatures: [],
  getClientFeaturesFormerly: [],
  // lists lose the permissions of later versions
  getPermissions: ['root', 'project', 'environments/*/permissions'].map((list) => `~permissions/${list}`),
  getAllFeatureTypes: ['~types'],
  createRole: [],
  updateRole: [],
  validateRole: [],
}

const answeringAdapted = [
  ...new Set(ADAPTATIONS.filter(({ answer }) => answer).flatMap(({ operations }) => operations)),
]

/** Adapts a body; a rejected body stays unchanged. */
function takenOf(request: Adaptation['request'], body: unknown): unknown {
  try {
    return request?.({ body }).body
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return body
    throw error
  }
}

describe('the adaptations to a version of the contract', () => {
  it('are declared for existing operations', () => {
    for (const id of ADAPTATIONS.flatMap(({ operations }) => operations))
      expect(operationOf(id)).toBeDefined()
    expect(answeringAdapted.filter((id) => !(id in MAY_DIFFER))).toEqual([])
  })

  it('are absent where nothing differs: the binding is the same', () => {
    for (const operation of ALL)
      for (const version of VERSIONS) {
        const binding = answering(operation, { status: 200 })
        const isAdapted = adaptationsOf(operation.operationId, version).length > 0
        expect(adaptBinding(binding, version) === binding, `${operation.operationId} ${version}`).toBe(
          !isAdapted,
        )
      }
  })

  it('cost SDKs of the default version nothing', () => {
    const calls = [
      'getAllClientFeatures',
      'getClientFeature',
      'getDelta',
      'getStreaming',
      'getFrontendFeatures',
    ]
    for (const id of [...calls, 'registerClientMetrics', 'clientBulkMetrics', 'registerFrontendMetrics']) {
      const binding = answering(operationOf(id), { status: 200 })
      expect(adaptBinding(binding, CONTRACT_VERSION), id).toBe(binding)
    }
  })

  it.each(answeringAdapted)('change in the answers of %s the declared properties only', async (id) => {
    const operation = operationOf(id)
    const bodies = Object.values(operation.responses).map((schema) =>
      schema ? fc.oneof(arbitraryOf(schema, {}), fc.jsonValue()) : fc.constant(undefined),
    )
    const requests = fc.record({ body: fc.record({ context: fc.record({ environment: fc.string() }) }) })
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(...bodies),
        fc.constantFrom(...VERSIONS),
        requests,
        async (body, version, raw) => {
          const before = structuredClone(body)
          const reply = await answerOf(
            adaptBinding(answering(operation, { status: 200, body }), version),
            raw,
          )
          expect(reply.status).toBe(200)
          // the original response is unchanged: others may hold it
          expect(body).toEqual(before)
          const unsaid = differences(body, reply.body).filter((one) => !MAY_DIFFER[id]?.includes(one))
          expect(unsaid).toEqual([])
          // adapting it again changes nothing
          const again = await answerOf(
            adaptBinding(answering(operation, { status: 200, body: reply.body }), version),
            raw,
          )
          expect(again.body).toEqual(reply.body)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('rename values in requests without changing them', async () => {
    const body = fc.oneof(
      fc.jsonValue(),
      fc.record(
        { username: fc.jsonValue(), tokenName: fc.string(), type: fc.constant('client') },
        { requiredKeys: [] },
      ),
      fc.record({
        data: fc.record({
          featureTags: fc.array(
            fc.record(
              { type: fc.string(), value: fc.string(), tagType: fc.string(), tagValue: fc.string() },
              { requiredKeys: [] },
            ),
          ),
        }),
      }),
    )
    const renaming = ADAPTATIONS.filter(({ request }) => request)
    expect(renaming.length).toBeGreaterThan(0)
    const told = ['-username', '+tokenName', '-type', '-value', '+tagType', '+tagValue']
    // properties unknown to a version are ignored
    told.push('-impressionData', '-mappingsSSO', '-rootRole')
    const isTold = (one: string) => told.includes(one.replace('data/featureTags/*/', ''))
    fc.assert(
      fc.property(body, fc.constantFrom(...renaming), (sent, { request }) => {
        const before = structuredClone(sent)
        const taken = takenOf(request, sent)
        expect(sent).toEqual(before)
        expect(differences(sent, taken).filter((one) => !isTold(one))).toEqual([])
      }),
    )
  })
})
