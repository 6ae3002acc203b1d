import { expect, it } from 'vitest'

import { Scenario, type ScenarioItems, type ScenarioList } from '../schemas/scenario.ts'
import { itemPath, keysOf } from './item-keys.ts'

const token = { tokenName: 'shop', type: 'client', environment: 'live', projects: ['b', 'a'] }
const sample: ScenarioItems = Scenario.parse({
  scenario: 1,
  environments: [{ name: 'live', type: 'production' }],
  roles: [{ name: 'Tester', type: 'custom', description: '', permissions: [] }],
  users: [
    { username: 'ann', email: 'ann@example.com', rootRole: 'Viewer' },
    { email: 'bob@example.com', rootRole: 'Viewer' },
  ],
  serviceAccounts: [{ username: 'robot', name: 'Robot', rootRole: 'Viewer' }],
  groups: [{ name: 'Team' }],
  projects: [{ id: 'default', name: 'Default' }],
  contextFields: [{ name: 'plan' }],
  tagTypes: [{ name: 'area' }],
  strategyTypes: [{ name: 'moonPhase', parameters: [] }],
  segments: [{ name: 'nordic', constraints: [] }],
  flags: [{ name: 'checkout', project: 'default' }],
  signalEndpoints: [{ name: 'alerts' }],
  actionSets: [
    {
      name: 'Stop it',
      project: 'default',
      signalEndpoint: 'alerts',
      actor: 'robot',
      filters: {},
      actions: [
        {
          action: 'TOGGLE_FEATURE_OFF',
          executionParams: { environment: 'live', featureName: 'checkout' },
        },
      ],
    },
  ],
  policies: [{ name: 'described', rule: { kind: 'description-required' }, effect: 'refuse' }],
  releaseTemplates: [
    { name: 'Slow', milestones: [] },
    { name: 'Slow', project: 'default', milestones: [] },
  ],
  apiTokens: [token, { ...token, projects: ['a', 'b'] }, { ...token, environment: 'dev' }, token],
  integrations: [
    { provider: 'webhook', enabled: true, events: [], parameters: {} },
    { provider: 'webhook', enabled: true, events: [], parameters: {}, description: 'chat' },
    { provider: 'webhook', enabled: true, events: [], parameters: {} },
  ],
  expect: [{ name: 'checkout is on', flag: 'checkout', environment: 'live', expect: { enabled: true } }],
})

const namesOf = <List extends ScenarioList>(list: List) => [...keysOf(list, sample[list] ?? []).keys()]

it.each<[ScenarioList, string[]]>([
  ['environments', ['live']],
  ['roles', ['Tester']],
  ['users', ['ann', 'bob@example.com']],
  ['serviceAccounts', ['robot']],
  ['groups', ['Team']],
  ['projects', ['default']],
  ['contextFields', ['plan']],
  ['tagTypes', ['area']],
  ['strategyTypes', ['moonPhase']],
  ['segments', ['nordic']],
  ['flags', ['checkout']],
  ['signalEndpoints', ['alerts']],
  ['actionSets', ['default/Stop it']],
  ['policies', ['described']],
  ['releaseTemplates', ['Slow', 'Slow (default)']],
  // the order of projects does not count; what shares a name is numbered
  [
    'apiTokens',
    [
      'shop (client live a,b)',
      'shop (client live a,b) #2',
      'shop (client dev a,b)',
      'shop (client live a,b) #3',
    ],
  ],
  ['integrations', ['webhook', 'webhook chat', 'webhook #2']],
  ['expect', ['checkout is on']],
])('items of %s have names that are unique in their list', (list, names) => {
  expect(namesOf(list)).toEqual(names)
})

it('of items that may not share a name, the last one counts', () => {
  const [one, other] = [sample.environments, sample.environments].flatMap((items) => items ?? [])
  if (!one || !other) throw new Error('no environments')
  const last = { ...other, sortOrder: 7 }
  expect([...keysOf('environments', [one, last])]).toEqual([['live', last]])
  expect(itemPath('environments', one)).toBe('environments/live')
})
