import { describe, expect, it } from 'vitest'

import { planAsMarkdown, planUpgrade, type Installation } from './index.ts'

const MODERN: Installation = {
  from: '6.9.0',
  to: '7.0.0',
  build: 'container',
  instances: 'one',
  plan: 'open source',
  hasLicenseKey: false,
  postgres: 15,
  node: 22,
  edge: undefined,
  sso: 'none',
  importsAtStart: false,
  sdks: [],
}

/** The steps of each stop. */
function stepsOf(changed: Partial<Installation>): Record<string, string[]> {
  const { stages } = planUpgrade({ ...MODERN, ...changed })
  return Object.fromEntries(stages.map(({ version, steps }) => [version, steps.map(({ id }) => id)]))
}

describe('the upgrade plan', () => {
  it.each<[string, Partial<Installation>, Record<string, string[]>]>([
    ['a major version wants a backup', {}, { '7.0.0': ['backup', 'calls'] }],
    ['a minor one wants nothing', { from: '7.0.0', to: '7.4.0' }, { '7.4.0': [] }],
    ['PostgreSQL 13 is too old for 7', { postgres: 13 }, { '7.0.0': ['backup', 'postgres', 'calls'] }],
    ['... and one that is not known', { postgres: undefined }, { '7.0.0': ['backup', 'postgres', 'calls'] }],
    [
      'PostgreSQL 12 is too old for 6',
      { from: '5.12.0', to: '6.0.0', postgres: 12 },
      { '6.0.0': ['backup', 'postgres', 'calls'] },
    ],
    [
      'PostgreSQL 13 does for 6',
      { from: '5.12.0', to: '6.0.0', postgres: 13 },
      { '6.0.0': ['backup', 'calls'] },
    ],
    [
      'a build from source brings its runtime, and is a module',
      { build: 'source', node: 20 },
      { '7.0.0': ['backup', 'runtime', 'esm', 'calls'] },
    ],
    ['the image brings its own', { node: 16 }, { '7.0.0': ['backup', 'calls'] }],
    [
      'Enterprise without a licence key',
      { from: '5.12.0', to: '6.2.0', plan: 'enterprise' },
      { '6.2.0': ['backup', 'license-key', 'calls'] },
    ],
    [
      'Enterprise with one',
      { from: '5.12.0', to: '6.2.0', plan: 'enterprise', hasLicenseKey: true },
      { '6.2.0': ['backup', 'calls'] },
    ],
    [
      'edge proxies that are too old',
      { from: '5.12.0', to: '6.0.0', edge: '19.1.2' },
      { '6.0.0': ['backup', 'edge', 'calls'] },
    ],
    [
      '... and that are not',
      { from: '5.12.0', to: '6.0.0', edge: '19.1.3' },
      { '6.0.0': ['backup', 'calls'] },
    ],
    [
      'an import at startup',
      { from: '5.12.0', to: '6.0.0', importsAtStart: true },
      { '6.0.0': ['backup', 'import-at-start', 'calls'] },
    ],
    [
      'the authenticator of one provider',
      { from: '4.23.0', to: '5.0.0', sso: 'provider' },
      { '5.0.0': ['backup', 'openid-connect', 'database-password', 'validation-errors', 'calls'] },
    ],
    [
      'OpenID Connect stays',
      { from: '4.23.0', to: '5.0.0', sso: 'openid-connect' },
      { '5.0.0': ['backup', 'database-password', 'validation-errors', 'calls'] },
    ],
    [
      "a hook of one's own on the open-source image",
      { from: '5.12.0', to: '6.0.0', sso: 'custom hook' },
      { '6.0.0': ['backup', 'custom-authentication', 'calls'] },
    ],
    [
      'several instances go over 5.6.11',
      { from: '5.5.0', to: '5.7.0', instances: 'several' },
      { '5.6.11': [], '5.7.0': ['bridge'] },
    ],
    ['... one does not', { from: '5.5.0', to: '5.7.0' }, { '5.7.0': [] }],
    ['... nor who is there', { from: '5.6.11', to: '5.7.0', instances: 'several' }, { '5.7.0': [] }],
    [
      '... and further in the same plan',
      { from: '4.20.0', to: '7.0.0', instances: 'several', postgres: 12 },
      {
        '5.6.11': ['backup', 'database-password', 'validation-errors', 'calls'],
        '7.0.0': ['bridge', 'backup', 'postgres', 'calls'],
      },
    ],
    [
      'version 3 knew no tokens and other options',
      { from: '3.17.0', to: '4.0.0' },
      {
        '4.0.0': ['backup', 'configuration', 'root-roles', 'extended-permissions', 'client-tokens', 'calls'],
      },
    ],
    [
      'from version 3 to 5 there need be no downtime',
      { from: '3.17.0', to: '5.0.0' },
      {
        '5.0.0': [
          'backup',
          'no-downtime',
          'configuration',
          'root-roles',
          'extended-permissions',
          'client-tokens',
          'database-password',
          'validation-errors',
          'calls',
        ],
      },
    ],
    [
      'to 4 nothing is said of downtime, from 4 on users have their roles',
      { from: '4.0.0', to: '4.22.0' },
      { '4.22.0': [] },
    ],
    [
      'an SDK that misses features',
      {
        sdks: [
          { name: 'unleash-client', version: '4.1.1' },
          { name: 'unleash-client', version: '5.6.1' },
        ],
      },
      { '7.0.0': ['backup', 'sdks', 'calls'] },
    ],
    [
      'an SDK that is supported has nothing to be done',
      { to: '8.2.0', sdks: [{ name: 'unleash-client', version: '6.12.1' }] },
      { '8.2.0': ['backup', 'calls'] },
    ],
    [
      'an unknown SDK is to be tested',
      { sdks: [{ name: 'unleash-client-elixir', version: '1.0.0' }] },
      { '7.0.0': ['backup', 'unknown-sdks', 'calls'] },
    ],
  ])('%s', (_name, changed, expected) => {
    expect(stepsOf(changed)).toEqual(expected)
  })

  it('asks for a database backup once, for the last step', () => {
    const [stage] = planUpgrade({ ...MODERN, from: '5.12.0', to: '8.0.0', postgres: 12 }).stages
    expect(stage?.steps.map(({ title }) => title)).toContain('Upgrade PostgreSQL to 15 or later')
  })

  it.each([
    ['7.0.0', '7.0.0', 'It runs 7.0.0 already.'],
    ['7.1.0', '7.0.0', 'The way back is the backup'],
    ['5.7.0', '5.6.11', 'Going back below 5.7 takes manual changes of the database'],
  ])('from %s to %s is rejected: %s', (from, to, words) => {
    const plan = planUpgrade({ ...MODERN, from, to })
    expect(plan.stages).toEqual([])
    expect(plan.refusal).toContain(words)
  })

  it('names old SDKs with the reasons, and keeps the general rule', () => {
    const sdks = [
      { name: 'unleash-client', version: '4.1.1' },
      { name: 'unleash-client-node', version: '2.2.0' },
      { name: 'unleash-client', version: '6.12.1' },
    ]
    const step = planUpgrade({ ...MODERN, sdks }).stages[0]?.steps.find(({ id }) => id === 'sdks')
    expect(step).toMatchObject({
      title: 'Upgrade unleash-client 4.1.1, unleash-client-node 2.2.0',
      weight: 'required',
    })
    expect(step?.why).toContain(
      'unleash-client 4.1.1: Versions before 4.2.0 ignore dependencies between flags.',
    )
    expect(step?.why).toContain('cannot send an API token')
    expect(step?.why).toContain(
      'The service aims to let client SDKs connect to a server one major version newer than the client.',
    )
  })

  it('has no steps where it refuses, and says why', () => {
    const installation: Installation = { ...MODERN, to: MODERN.from }
    expect(planAsMarkdown(installation, planUpgrade(installation))).toBe(
      '# Upgrade from 6.9.0 to 6.9.0\n\nIt runs 6.9.0 already.\n',
    )
  })

  it('has the form of a checklist', () => {
    const installation: Installation = { ...MODERN, postgres: 13 }
    expect(planAsMarkdown(installation, planUpgrade(installation))).toMatchInlineSnapshot(`
      "# Upgrade from 6.9.0 to 7.0.0

      ## Before 7.0.0

      - [ ] **Take a full backup of the database** (recommended)
        - Why: 7.0.0 is another major version; the backup is the way back.
        - Check: Restore it into an empty database once, and count the flags.
      - [ ] **Upgrade PostgreSQL to 14 or later**
        - Why: PostgreSQL 13 runs; with one that is unsupported, 7.0.0 may start with a warning.
        - Check: Run SELECT version().
      - [ ] **Find calls to removed endpoints: 15 endpoints and properties**
        - Why: Scripts and integrations that use them get 404 or lack a property.
        - Check: The list of changes between both versions, entry by entry, against your scripts.
      - [ ] **Start 7.0.0**
      "
    `)
  })
})
