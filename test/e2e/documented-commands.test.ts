import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

import { createServiceAccount } from '#shared/access/contract/service-accounts.ts'
import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { createActions } from '#shared/signals/contract/actions.ts'
import { setSenderSecret } from '#shared/signals/contract/senders.ts'
import { createSignalEndpoint, createSignalEndpointToken } from '#shared/signals/contract/signal-endpoints.ts'
import { blocksOf, commandBlocksOf } from '#support/service/documented-commands.ts'
import { freePort } from '#support/runner/free-port.ts'
import { Program, runProgram } from '#support/service/program.ts'
import { root } from '#support/runner/root.ts'
import { ADMIN_TOKEN, startService, type Service } from '#support/service/service.ts'
import { placeMigrated } from '#support/runner/migrated-folder.ts'
import { startRecordingServer } from '#support/stand-ins/recording-server.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

/** Each command of the pages is run as a reader runs it, or there is a reason why it is not. */

/** `instance`: a reader's Halyard runs on the port that the page means; here it has another. */
type Plan =
  { statuses: readonly number[]; at?: 'instance'; says?: RegExp } | { serves: RegExp } | { elsewhere: string }

/** Plans by the first command of their block. */
const PLANS: Readonly<Record<string, Readonly<Record<string, Plan>>>> = {
  'README.md': {
    'npm ci && npm start': {
      elsewhere: 'npm ci made this checkout; npm-start.electron.test.ts runs npm start',
    },
    'npm link': { statuses: [0, 0], says: /^ {2}serve /m },
    "HALYARD_UPSTREAM_TOKENS='*:development.…' halyard serve --upstream https://unleash.example.com --data-dir mirror":
      { serves: /^Halyard serves /m },
    'halyard override new-checkout on --for user:7 --until 1h': {
      statuses: [0],
      at: 'instance',
      says: /on for user 7, until /,
    },
  },
  'docs/tour.md': {
    "INIT_ADMIN_API_TOKENS='*:*.tour' npm start": { elsewhere: 'tour.electron.test.ts' },
    'API=http://127.0.0.1:4242/api/admin': { elsewhere: 'tour.electron.test.ts' },
    'curl -sS --fail-with-body "$API/explain?flag=new-checkout&environment=development&userId=2&country=no" -H \'Authorization: *:*.tour\'; echo':
      { elsewhere: 'tour.electron.test.ts' },
    'post api-tokens \'{ "tokenName": "checkout", "type": "backend", "environment": "development", "projects": ["default"] }\' > backend-token.json':
      { elsewhere: 'tour.electron.test.ts' },
    'npm install unleash-client unleash-proxy-client': { elsewhere: 'tour.electron.test.ts' },
    'npm install @openfeature/server-sdk @openfeature/ofrep-provider @openfeature/ofrep-core': {
      elsewhere: 'tour.electron.test.ts',
    },
  },
  'docs/take-over.md': {
    'HALYARD_TOKEN=$TOKEN halyard copy --from https://flags.example.com --data-dir our-unleash': {
      statuses: [0],
      says: /answers are equal/,
    },
    'halyard serve --data-dir our-unleash': { serves: /^Halyard serves /m },
  },
  'docs/operate.md': {
    'mkdir -p backup keys': { statuses: [0, 0, 0] },
    'mkdir -p -m 700 restored && cp keys/sealing.key restored/': { statuses: [0] },
    'halyard serve --data-dir restored --restore "$(ls -t backup/*.db | head -1)"': {
      serves: /^Halyard serves /m,
    },
  },
  'docs/mirror.md': {
    "HALYARD_UPSTREAM_TOKENS='*:development.…' halyard serve --upstream https://unleash.example.com --data-dir mirror":
      { serves: /^Halyard serves /m },
    'halyard override new-checkout on --for user:7 --until 1h': {
      statuses: [0],
      at: 'instance',
      says: /on for user 7, until /,
    },
  },
  'docs/from-edge.md': {
    "HALYARD_UPSTREAM_TOKENS='*:development.secret' halyard serve --offline features.json --data-dir offline":
      {
        serves: /^Halyard serves /m,
      },
  },
  'docs/overrides.md': {
    'halyard override new-checkout on --for user:7 --until 1h': {
      statuses: [0, 0, 0, 0, 0, 0, 0],
      at: 'instance',
      says: /variant blue for application web[^]*on by a strategy for overlay ada/,
    },
  },
  'docs/scenario.md': {
    // a plan with changes ends with 2
    'halyard apply --plan flags.yaml': {
      statuses: [2, 0, 0],
      at: 'instance',
      says: /only-for-tests|checkout/,
    },
    'halyard serve --scenario flags.yaml --watch': { serves: /^Halyard serves /m },
  },
  'docs/git.md': {
    // the file has been applied by then, as on the pages before
    'halyard plan flags.yaml --markdown': {
      statuses: [0, 0, 0],
      at: 'instance',
      says: /^\*\*Nothing to do[^]*There are no expectations[^]*Nothing to do/,
    },
    'halyard export --scenario --into flags.yaml --git-branch halyard/changes': {
      statuses: [0, 0],
      at: 'instance',
      says: /Nothing to commit/,
    },
  },
  'docs/expectations.md': {
    // test-command.contract.test.ts checks the file of the page
    'halyard test flags.yaml': { statuses: [0, 0], says: /There are no expectations[^]*<testsuites / },
  },
  'docs/flags-in-code.md': {
    'HALYARD_TOKEN=… halyard types --output src/flags.ts': { statuses: [0, 0], at: 'instance' },
    'HALYARD_TOKEN=… halyard code-refs src': {
      statuses: [0, 0, 0],
      at: 'instance',
      says: /0 missing, 0 stale/,
    },
  },
  'docs/snapshots.md': {
    'halyard snapshot before-demo': { statuses: [0, 0, 0, 0], at: 'instance', says: /before-demo/ },
  },
  'docs/signals.md': {
    'curl -sS -X POST http://127.0.0.1:4242/api/signal-endpoint/monitoring -H "Authorization: $SIGNAL_TOKEN" -H \'Content-Type: application/json\' -d \'{ "service": "checkout", "errorRate": 0.2 }\'':
      { statuses: [0], says: /^(?!.*Error)/s },
    'HALYARD_TOKEN=$SIGNAL_TOKEN halyard signal monitoring --json \'{ "service": "checkout", "errorRate": 0.2 }\' --id build-17':
      { statuses: [0], at: 'instance', says: /^Stored as signal \d/ },
    'curl -sS -X PUT http://127.0.0.1:4242/api/admin/signal-endpoints/1/tokens/1/sender-secret -H "Authorization: $ADMIN_TOKEN" -H \'Content-Type: application/json\' -d \'{ "secret": "the client secret of Sentry or PagerDuty" }\'':
      { statuses: [0], says: /^(?!.*Error)/s },
    'secret=$(openssl rand -base64 24)': {
      statuses: [0, 0, 0, 0, 0, 0, 0, 0],
      says: /"scheme":"webhook"[^]*"signals":\[/,
    },
    'curl -sS -X PUT http://127.0.0.1:4242/api/halyard/signal-endpoints/1/delivery-id -H "Authorization: $ADMIN_TOKEN" -H \'Content-Type: application/json\' -d \'{ "in": "path", "name": "event.id" }\'':
      { statuses: [0], says: /"event\.id"/ },
    'curl -sS -X PUT http://127.0.0.1:4242/api/halyard/projects/default/actions/1/rules -H "Authorization: $ADMIN_TOKEN" -H \'Content-Type: application/json\' -d \'{ "retries": 3, "coolDownMinutes": 10, "reset": { "status": { "operator": "IN", "values": ["resolved"] } } }\'':
      { statuses: [0], says: /"coolDownMinutes":10/ },
  },
  'docs/versions.md': {
    'halyard serve --contract 6 --listen 4243=7 --listen 4244=8': { serves: /^Halyard serves /m },
    'export HALYARD_TOKEN=$TOKEN': { statuses: [0, 0], at: 'instance', says: /# Calls that an upgrade/ },
  },
  'docs/observability.md': {
    'OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318 OTEL_SERVICE_NAME=flags halyard serve': {
      serves: /^Halyard serves /m,
    },
  },
  'docs/testing-your-code.md': {
    'npm install --save-dev ../halyard/out/halyard-0.1.0.tgz': { elsewhere: 'package.test.ts' },
  },
  'docs/desktop.md': {
    'sudo apt-get install --no-install-recommends libgtk-3-0 libnss3 libasound2 libgbm1': {
      elsewhere: 'npm run test:deps installs them',
    },
    'HALYARD_TOKEN=$TOKEN halyard copy --from https://flags.example.com --data-dir our-flags': {
      statuses: [0],
      says: /answers are equal/,
    },
  },
  'docs/agents.md': {},
  'docs/scale.md': {
    'halyard move --from ./data --to postgres://halyard@db/halyard': {
      elsewhere: 'needs a server with the name db; test/postgres/move-command.test.ts moves to one',
    },
  },
}

/** Id of the predefined role. */
const EDITOR = 2

const temp = makeTempFolder('halyard-commands-')
const folder = path.join(temp.folder, 'reader')
const prefix = path.join(temp.folder, 'prefix')
let service: Service
let variables: Record<string, string>

beforeAll(async () => {
  mkdirSync(path.join(folder, 'src'), { recursive: true })
  service = await startService({
    dataDir: path.join(temp.folder, 'data'),
    // the pages send more signals than one a second
    env: { SIGNAL_ENDPOINT_RATE_LIMIT_PER_SECOND: '100' },
  })
  await service.call(createFeature, { params: { projectId: 'default' }, body: { name: 'new-checkout' } })
  await service.call(createApiToken, {
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
  await ofSomeHours(path.join(temp.folder, 'data'))
  symlinkSync(path.join(temp.folder, 'data'), path.join(folder, 'data'))
  variables = {
    // what the pages ask a reader to have
    ...{ HALYARD_TOKEN: ADMIN_TOKEN, TOKEN: ADMIN_TOKEN, ADMIN_TOKEN, SIGNAL_TOKEN: token },
    // a home and a place for global packages that are not those of whoever runs this test
    ...{ HOME: path.join(temp.folder, 'home'), npm_config_prefix: prefix },
    PATH: [path.join(prefix, 'bin'), process.env['PATH']].join(path.delimiter),
  }
  mkdirSync(path.join(temp.folder, 'home'))
  const yaml = blocksOf('docs/scenario.md').find(({ language }) => language === 'yaml')
  writeFileSync(path.join(folder, 'flags.yaml'), yaml?.text ?? '')
  writeFileSync(path.join(folder, 'strategies.json'), '[{ "name": "default" }]')
  writeFileSync(path.join(folder, 'src/app.ts'), "if (unleash.isEnabled('checkout')) start()\n")
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
  command.replace('HALYARD_TOKEN=…', 'HALYARD_TOKEN=shop:development.only-for-tests')

/** Names the instance of the test, where the page's has the default address. */
const atInstance = (command: string) =>
  command.replace(/\bhalyard ([\w-]+)/, `halyard $1 --url ${service.url}`)

describe.each(Object.entries(PLANS))('the commands of %s', (page, plans) => {
  const blocks = commandBlocksOf(page)

  it('are all known here', () => {
    expect(blocks.map(([first]) => first)).toEqual(Object.keys(plans))
  })

  for (const [first = '', ...more] of blocks) {
    const plan = plans[first]
    if (plan === undefined || 'elsewhere' in plan) continue
    it(`run: ${first.slice(0, 60)}`, async () => {
      const commands = [first, ...more].map(withToken)
      if ('serves' in plan) {
        let command = `exec env ${commands[0]} --port 0 --data-dir ${path.join(temp.folder, page.replaceAll('/', '-'))}`
        command = command.replace('https://unleash.example.com', service.url)
        for (const port of ['4243', '4244']) command = command.replace(`${port}=`, `${await freePort()}=`)
        const program = new Program('bash', ['-c', command], { cwd: folder, env: variables })
        try {
          await program.says(plan.serves)
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
      const { statuses, out } = await inShell(here, first === 'npm link' ? root : folder)
      expect([statuses, out]).toEqual([plan.statuses, expect.stringMatching(plan.says ?? /^/)])
    })
  }
})

describe('the workflows of docs/git.md', () => {
  /** Commands of a job, as a runner executes them: each with the failure of a pipe or a list as its own. */
  const [github = '', gitlab = ''] = blocksOf('docs/git.md')
    .filter(({ language }) => language === 'yaml')
    .map(({ text }) => text)
  const steps = (job: 'check' | 'apply') =>
    (parse(github) as { jobs: Record<string, { steps: { run?: string }[] }> }).jobs[job]?.steps.flatMap(
      ({ run }) => run ?? [],
    ) ?? []
  const script = (job: 'flags' | 'apply') =>
    (parse(gitlab) as Record<string, { script: string[] }>)[job]?.script ?? []
  const installed = (commands: readonly string[]) =>
    commands
      .filter((command) => command !== 'npm ci')
      .map((command) => command.replace('npx halyard', 'halyard'))

  /** Runs commands as a runner does, which ends at the first failure. Returns what they printed. */
  const asRunner = (commands: readonly string[], env: Record<string, string>) =>
    runProgram('bash', ['-c', `exec 2>&1\nset -eo pipefail\n${installed(commands).join('\n')}`], {
      cwd: folder,
      env: { ...variables, HALYARD_URL: service.url, ...env },
    })

  const setDescription = (description: string) => {
    const file = path.join(folder, 'flags.yaml')
    const text = readFileSync(file, 'utf8').replaceAll(
      /\n {4}description: [^\n]*(?=\n {4}project: shop)/g,
      '',
    )
    writeFileSync(
      file,
      text.replace('\n    project: shop\n', `\n    description: ${description}\n    project: shop\n`),
    )
  }

  it('plan, test and comment on GitHub, and apply', async () => {
    const bin = path.join(temp.folder, 'bin')
    mkdirSync(bin)
    // a stand-in for the program of GitHub: it keeps what it is called with
    writeFileSync(path.join(bin, 'gh'), '#!/bin/sh\necho "gh $*"\ncat plan.md\n', { mode: 0o755 })
    const env = { PATH: `${bin}${path.delimiter}${variables['PATH'] ?? ''}`, PULL_REQUEST: '7' }
    setDescription('of GitHub')
    const out = await asRunner(steps('check'), env)
    expect(out).toContain('gh pr comment 7 --body-file plan.md --edit-last --create-if-none')
    expect(out).toMatch(/\*\*0 to create, 1 to change[^]*! {3}description: .* → "of GitHub"/)
    expect(await asRunner(steps('apply'), env)).toContain('1 changed')
    expect(await asRunner(steps('check'), env)).toContain('**Nothing to do')
    setDescription('[not a text]')
    await expect(asRunner(steps('check'), env)).rejects.toThrow()
  })

  it('plan, test and comment on GitLab, and apply', async () => {
    const server = await startRecordingServer(() => ({ status: 201, body: {} }))
    const env = {
      ...{ CI_API_V4_URL: server.url, CI_PROJECT_ID: '3', CI_MERGE_REQUEST_IID: '7' },
      COMMENT_TOKEN: 'of-the-project',
    }
    setDescription('of GitLab')
    await asRunner(script('flags'), env)
    const [comment] = server.seen
    expect(comment).toMatchObject({ method: 'POST', path: '/projects/3/merge_requests/7/notes' })
    expect(comment?.headers['private-token']).toBe('of-the-project')
    expect(new URLSearchParams(comment?.body).get('body')).toMatch(/^\*\*0 to create, 1 to change/)
    expect(readFileSync(path.join(folder, 'flags-tests.xml'), 'utf8')).toContain('<testsuites')
    expect(await asRunner(script('apply'), env)).toContain('1 changed')
    await server.stop()
  })
})

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
