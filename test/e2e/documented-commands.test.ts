import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createServiceAccount, createServiceAccountToken } from '#shared/access/contract/service-accounts.ts'
import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { createPolicy } from '#shared/changes/contract/policies.ts'
import {
  getFeatureEnvironment,
  toggleFeatureEnvironmentOn,
} from '#shared/flags/contract/feature-environments.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { createActions } from '#shared/signals/contract/actions.ts'
import { setActionRules } from '#shared/signals/contract/action-rules.ts'
import { SIGNAL_RECIPES } from '#shared/signals/recipes/signal-recipes.ts'
import { setSenderSecret } from '#shared/signals/contract/senders.ts'
import { createSignalEndpoint, createSignalEndpointToken } from '#shared/signals/contract/signal-endpoints.ts'
import { PLANS } from '#support/service/command-plans.ts'
import { blocksOf, commandBlocksOf, differenceOf } from '#support/service/documented-commands.ts'
import { freePort } from '#support/runner/free-port.ts'
import { Program, runProgram } from '#support/service/program.ts'
import { root } from '#support/runner/root.ts'
import { ADMIN_TOKEN, startService, type Service } from '#support/service/service.ts'
import { placeMigrated } from '#support/runner/migrated-folder.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

/** Each command of the pages is run as a reader runs it, or there is a reason why it is not. */

/** Ids of predefined roles. */
const [EDITOR, VIEWER] = [2, 3]

/** The flag of the page about alerts; signals of another page turn it off in development. */
const ALERTED = { featureName: 'new-checkout', environment: 'production' }

const temp = makeTempFolder('halyard-commands-')
const folder = path.join(temp.folder, 'reader')
const prefix = path.join(temp.folder, 'prefix')
let service: Service
let variables: Record<string, string>

beforeAll(async () => {
  mkdirSync(path.join(folder, 'src'), { recursive: true })
  service = await startService({
    dataDir: path.join(temp.folder, 'data'),
    // the pages send more signals than one a second, and wait a minute for actions
    env: { SIGNAL_ENDPOINT_RATE_LIMIT_PER_SECOND: '100', ACTIONS_INTERVAL_SECONDS: '0.5' },
  })
  await service.call(createFeature, { params: { projectId: 'default' }, body: { name: 'new-checkout' } })
  const backend = await service.call(createApiToken, {
    body: { tokenName: 'shop', type: 'client', environment: 'development', projects: ['*'] },
  })
  const endpoint = await service.call(createSignalEndpoint, { body: { name: 'monitoring' } })
  const params = { signalEndpointId: String(endpoint.id) }
  const { token, id } = await service.call(createSignalEndpointToken, { params, body: { name: 'alerts' } })
  await service.call(setSenderSecret, {
    params: { ...params, id: String(id) },
    body: { secret: 'a secret that is sealed' },
  })
  const robot = await service.call(createServiceAccount, {
    body: { name: 'Robot', username: 'robot', rootRole: EDITOR },
  })
  const off = { environment: 'development', featureName: 'new-checkout' }
  await service.call(createActions, {
    params: { projectId: 'default' },
    body: {
      name: 'Off on errors',
      actorId: robot.id,
      match: { source: 'signal-endpoint', sourceId: endpoint.id, payload: {} },
      actions: [{ action: 'TOGGLE_FEATURE_OFF', sortOrder: 1, executionParams: off }],
    },
  })
  const alertToken = await killSwitch(robot.id)
  const viewer = await service.call(createServiceAccount, {
    body: { name: 'Viewer', username: 'viewer', rootRole: VIEWER },
  })
  const viewers = await service.call(createServiceAccountToken, {
    params: { id: String(viewer.id) },
    body: { description: 'page', expiresAt: '2099-01-01T00:00:00.000Z' },
  })
  await service.call(createPolicy, {
    body: { name: 'described', rule: { kind: 'description-required' }, effect: 'warn' },
  })
  await ofSomeHours(path.join(temp.folder, 'data'))
  symlinkSync(path.join(temp.folder, 'data'), path.join(folder, 'data'))
  variables = {
    // what the pages ask a reader to have
    ...{ HALYARD_TOKEN: ADMIN_TOKEN, TOKEN: ADMIN_TOKEN, ADMIN_TOKEN, SIGNAL_TOKEN: token },
    ...{ ALERT_TOKEN: alertToken, BACKEND_TOKEN: backend.secret, A_VIEWERS_TOKEN: viewers.secret },
    // a home and a place for global packages that are not those of whoever runs this test
    ...{ HOME: path.join(temp.folder, 'home'), npm_config_prefix: prefix },
    PATH: [path.join(prefix, 'bin'), process.env['PATH']].join(path.delimiter),
  }
  mkdirSync(path.join(temp.folder, 'home'))
  const yaml = blocksOf('docs/scenario.md').find(({ language }) => language === 'yaml')
  writeFileSync(path.join(folder, 'flags.yaml'), yaml?.text ?? '')
  writeFileSync(path.join(folder, 'strategies.json'), '[{ "name": "default" }]')
  writeFileSync(path.join(folder, 'src/app.ts'), "if (unleash.isEnabled('checkout')) start()\n")
  writeFileSync(path.join(folder, 'error.txt'), 'connect ECONNREFUSED 127.0.0.1:4243')
  mkdirSync(path.join(temp.folder, 'shop/src'), { recursive: true })
  writeFileSync(path.join(temp.folder, 'shop/src/cart.ts'), "if (unleash.isEnabled('chekout')) start()\n")
  writeFileSync(path.join(folder, '.gitignore'), 'data\n')
  await inShell([
    ...['git config --global user.name Ada', 'git config --global user.email ada@example.com'],
    ...['git init --quiet --initial-branch=main', 'git add .', 'git commit --quiet --message Begin'],
  ])
  await inShell(['npm link'], root)
})
afterAll(async () => {
  await service?.stop()
  temp.remove()
})

/** Makes what docs/kill-switch.md has clicked: an endpoint with the actions of its recipe. Returns the token. */
async function killSwitch(actorId: number): Promise<string> {
  const recipe = SIGNAL_RECIPES.find(({ id }) => id === 'alertmanager')
  const endpoint = await service.call(createSignalEndpoint, { body: { name: recipe?.endpoint ?? '' } })
  const { token } = await service.call(createSignalEndpointToken, {
    params: { signalEndpointId: String(endpoint.id) },
    body: { name: 'alertmanager' },
  })
  const { featureName, environment } = ALERTED
  await service.call(toggleFeatureEnvironmentOn, {
    params: { projectId: 'default', featureName, environment },
  })
  const set = await service.call(createActions, {
    params: { projectId: 'default' },
    body: {
      name: 'Off on an alert',
      actorId,
      match: { source: 'signal-endpoint', sourceId: endpoint.id, payload: recipe?.filters ?? {} },
      actions: [{ action: 'TOGGLE_FEATURE_OFF', sortOrder: 1, executionParams: ALERTED }],
    },
  })
  await service.call(setActionRules, {
    params: { projectId: 'default', id: String(set.id) },
    body: { reset: recipe?.reset ?? null },
  })
  return token
}

/** Puts the backup into a data folder that a Halyard makes when it has run for a while. */
async function ofSomeHours(dataDir: string): Promise<void> {
  const [made, backups] = [path.join(temp.folder, 'made'), path.join(dataDir, 'backups')]
  mkdirSync(made)
  mkdirSync(backups, { recursive: true })
  await placeMigrated(made)
  copyFileSync(path.join(made, 'halyard.db'), path.join(backups, 'scheduled-20261121T051213456Z.db'))
}

/** Runs commands one after the other in one shell; returns their statuses and what they printed. */
async function inShell(commands: readonly string[], cwd = folder) {
  const script = commands.map((command) => `${command}\nprintf '\\n::status %s\\n' "$?"`).join('\n')
  const out = await runProgram('bash', ['-c', `exec 2>&1\n${script}`], { cwd, env: variables })
  return { statuses: [...out.matchAll(/^::status (\d+)$/gm)].map(([, status]) => Number(status)), out }
}

/** The token that the scenario of the page creates. */
const withToken = (command: string) =>
  command
    .replace('HALYARD_TOKEN=…', 'HALYARD_TOKEN=shop:development.only-for-tests')
    .replace('HALYARD_TOKEN=user:…', 'HALYARD_TOKEN=$TOKEN')

/** Names the instance of the test, where the page's has the default address. */
const atInstance = (command: string) =>
  command
    .replace(/\bhalyard doctor/, `$& --instance ${service.url}`)
    .replace(/\bhalyard (?!doctor)[\w-]+/, `$& --url ${service.url}`)

it('every page with commands has plans', () => {
  const pages = ['README.md', ...readdirSync(path.join(root, 'docs')).map((name) => `docs/${name}`)]
  const withCommands = pages.filter((page) => page.endsWith('.md') && commandBlocksOf(page).length > 0)
  expect(withCommands.filter((page) => !(page in PLANS))).toEqual([])
})

describe('an answer on a page', () => {
  const json = (text: string) => ({ language: 'json', text })

  it('is compared with the printed one, but for what it leaves open', () => {
    expect(differenceOf(json('{ "a": "1…3", "b": [1], "…": "…" }'), '{"a":"123","b":[1],"c":1}')).toBe(
      undefined,
    )
    expect(differenceOf({ language: 'text', text: 'on … 3' }, 'on for 3\n')).toBe(undefined)
  })

  it('differs if a value, a property or a line does', () => {
    const shown = json('{ "a": "1…3", "b": [1] }')
    expect(differenceOf(shown, '{"a":"124","b":[1]}')).toContain('/a: ')
    expect(differenceOf(shown, '{"a":"123","b":[1,2]}')).toContain('/b: ')
    expect(differenceOf(shown, '{"a":"123","b":[1],"c":1}')).toContain('lacks c')
    expect(differenceOf(shown, '{"a":"123"}')).toContain('b was not printed')
    expect(differenceOf({ language: 'text', text: 'on' }, 'on\noff')).toContain('off')
  })
})

describe.each(Object.entries(PLANS))('the commands of %s', (page, plans) => {
  const blocks = commandBlocksOf(page)
  const begins = Object.keys(plans)

  it('are all known here', () => {
    const known = blocks.map(({ commands: [first = ''] }, index) => {
      const begin = begins[index]
      return begin !== undefined && first.startsWith(begin) ? begin : first
    })
    expect(known).toEqual(begins)
  })

  for (const [index, { commands: all, answer }] of blocks.entries()) {
    const [first = ''] = all
    const plan = plans[begins[index] ?? '']
    if (plan === undefined || 'elsewhere' in plan) continue
    it(`run: ${first.slice(0, 60)}`, async () => {
      const commands = all.map(withToken)
      if ('serves' in plan) {
        let command = `exec env ${commands[0]} --port 0 --data-dir ${path.join(temp.folder, page.replaceAll('/', '-'))}`
        command = command.replace('https://unleash.example.com', service.url)
        for (const port of ['4243', '4244']) command = command.replace(`${port}=`, `${await freePort()}=`)
        const program = new Program('bash', ['-c', command], { cwd: folder, env: variables })
        try {
          await program.says(plan.serves)
          if (answer) expect(differenceOf(answer, program.output)).toBe(undefined)
        } finally {
          await program.stop()
        }
        return
      }
      const here = commands
        .map((command) =>
          command.replace(/http:\/\/127\.0\.0\.1:4242|https:\/\/flags\.example\.com/, service.url),
        )
        .map((command) => (plan.at === 'instance' ? atInstance(command) : command))
      const cwd = first === 'npm link' ? root : plan.folder ? path.join(temp.folder, plan.folder) : folder
      const { statuses, out } = await inShell(here, cwd)
      expect([statuses, out]).toEqual([plan.statuses, expect.stringMatching(plan.says ?? /^/)])
      if (answer) expect(differenceOf(answer, out.replaceAll(/\n::status \d+\n/g, ''))).toBe(undefined)
      if (plan.soon) await expect.poll(isAlertedOn).toBe(plan.soon === 'on')
    })
  }
})

const isAlertedOn = async () =>
  (await service.call(getFeatureEnvironment, { params: { projectId: 'default', ...ALERTED } })).enabled

it('the program of the settings for agents speaks the protocol', async () => {
  const settings = blocksOf('docs/agents.md')
    .filter(({ language }) => language === 'json')
    .map(({ text }) => JSON.parse(text) as { mcpServers: { halyard: { command?: string; args?: string[] } } })
    .find(({ mcpServers }) => mcpServers.halyard.command !== undefined)
  const { command = '', args = [] } = settings?.mcpServers.halyard ?? {}
  const initialize = {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  }
  const line = [command, ...args, '--instance', service.url].join(' ')
  const { out } = await inShell([`(echo '${JSON.stringify(initialize)}'; sleep 2) | ${line}`])
  expect(out).toContain('"serverInfo"')
})

it('the workflows for CI fail on the flag that does not exist, and write SARIF', async () => {
  const commands = blocksOf('docs/stale-flags-in-ci.md')
    .filter(({ language }) => language === 'yaml')
    .flatMap(({ text }) =>
      [...text.matchAll(/^ +- (?:run: )?npx (halyard .+)$/gm)].map(([, command = '']) => command),
    )
  const shop = path.join(temp.folder, 'shop')
  const { statuses } = await inShell(
    [`export FLAGS_URL=${service.url} HALYARD_TOKEN=$BACKEND_TOKEN`, ...commands],
    shop,
  )
  expect([commands.length, statuses]).toEqual([3, [0, 0, 3, 3]])
  expect(readFileSync(path.join(shop, 'flags.sarif'), 'utf8')).toContain('"src/cart.ts"')
  expect(existsSync(path.join(shop, '.cache/flags.json'))).toBe(true)
})

it('the unit for systemd starts a service that ends in order', async () => {
  const unit = blocksOf('docs/operate.md').find(({ language }) => language === 'ini')?.text ?? ''
  const valuesOf = (key: string) =>
    [...unit.matchAll(new RegExp(`^${key}=(.+)$`, 'gm'))].map(([, value = '']) => value)
  const state = path.join(temp.folder, 'state')
  const env = valuesOf('Environment').map((one) => `'${one.replace('/var/lib/halyard', state)}'`)
  const command = `exec env HALYARD_PORT=0 ${env.join(' ')} ${valuesOf('ExecStart')[0]}`
  const program = new Program('bash', ['-c', command], { cwd: folder, env: variables })
  await program.says(/^Data: /m)
  expect(program.output).toContain(`Data: ${state}\n`)
  expect(valuesOf('ReadWritePaths')).toEqual(['/var/lib/halyard'])
  await program.stop()
  expect(await program.ends()).toBe(0)
})
