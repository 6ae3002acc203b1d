import { PassThrough } from 'node:stream'
import { createInterface } from 'node:readline'

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createPat } from '#shared/access/contract/personal-tokens.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { updateProjectChangeRequestConfig } from '#shared/changes/contract/change-request-settings.ts'
import { getChangeRequests } from '#shared/changes/contract/change-requests.ts'
import { requestInstance } from '#main/cli/instance-request.ts'
import { readMcpOptions } from '#main/cli/mcp-options.ts'
import { relayAgent } from '#main/cli/mcp-command.ts'
import { AGENT_TOOLS, type AgentMode } from '#shared/clients/agents/agent-tools.ts'
import { OPERATIONS } from '#shared/contract/index.ts'
import { createFeature, getFeature } from '#shared/flags/contract/features.ts'
import { getRequestLog } from '#shared/instance/contract/request-log.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'
import { connectAgent, type TestAgent } from '#support/stages/agents.ts'
import { ADMIN, BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

const USERS = [
  { username: 'viewer', roles: ['Viewer'] },
  { username: 'editor', roles: ['Editor'] },
]
let app: TestBackend
let url = ''
let viewerToken = ''
const agents: TestAgent[] = []

const connect = async (token = ADMIN, options: Parameters<typeof connectAgent>[2] = {}) => {
  const agent = await connectAgent(url, token, options)
  agents.push(agent)
  return agent
}
const tokenOf = async (as: string) => {
  const body = { description: 'agent', expiresAt: '2099-01-01T00:00:00.000Z' }
  return (await app.call(createPat, { as, body })).body.secret
}
const flagOf = (featureName: string) =>
  app.call(getFeature, { params: { projectId: 'default', featureName } })
const inDevelopment = (featureName: string) => ({
  projectId: 'default',
  featureName,
  environment: 'development',
})
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
}
const ACCEPT = { accept: 'application/json, text/event-stream' }

beforeAll(async () => {
  app = await startBackend({ users: USERS, rateLimits: { perMinute: {} } })
  url = await app.backend.listen()
  viewerToken = await tokenOf('viewer')
})
afterAll(async () => {
  for (const agent of agents) await agent.stop()
  await app.stop()
})

describe('the tools of agents', () => {
  it('are operations of the contract, each with a schema of its arguments', async () => {
    const { client } = await connect()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(AGENT_TOOLS.map(({ name }) => name))
    const known = new Set(OPERATIONS.map(({ operationId }) => operationId))
    expect(AGENT_TOOLS.filter(({ operation }) => !known.has(operation.operationId))).toEqual([])
    const rollOut = tools.find(({ name }) => name === 'roll_out')
    expect(rollOut?.inputSchema).toMatchObject({
      type: 'object',
      properties: {
        projectId: {},
        featureName: {},
        environment: {},
        parameters: {},
        dryRun: { type: 'boolean' },
      },
      required: expect.arrayContaining(['projectId', 'featureName', 'environment', 'name']) as unknown,
      additionalProperties: false,
    })
    expect(tools.find(({ name }) => name === 'archive_flag')?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
    })
    // an agent reads all of it before it begins
    expect(JSON.stringify(tools).length).toBeLessThan(40_000)
  })

  it('create a flag, roll it out, turn it on and explain it', async () => {
    const { call } = await connect()
    expect(
      await call('create_flag', { projectId: 'default', name: 'by-agent', type: 'release' }),
    ).toMatchObject({
      isError: false,
    })
    const strategy = {
      name: 'flexibleRollout',
      parameters: { rollout: '100', stickiness: 'default', groupId: 'g' },
    }
    await call('roll_out', { ...inDevelopment('by-agent'), ...strategy })
    await call('turn_flag_on', inDevelopment('by-agent'))
    const explained = await call('explain_flag', {
      flag: 'by-agent',
      environment: 'development',
      context: { userId: '7' },
    })
    expect(JSON.parse(explained.text)).toMatchObject({ enabled: true })
    const found = await call('find_flags', { query: 'by-agent', limit: 5 })
    expect(JSON.parse(found.text)).toMatchObject({ total: 1, features: [{ name: 'by-agent' }] })
  })

  it('override a flag for a while, list that, and end it', async () => {
    const { call } = await connect(ADMIN)
    await call('create_flag', { projectId: 'default', name: 'overridden' })
    const override = { ...inDevelopment('overridden'), audience: 'user:7' }
    const listed = async () => JSON.parse((await call('list_overrides', {})).text) as { overrides: unknown[] }
    const explained = async () =>
      JSON.parse(
        (
          await call('explain_flag', {
            flag: 'overridden',
            environment: 'development',
            context: { userId: '7' },
          })
        ).text,
      ) as { enabled: boolean }
    await call('override_flag', { ...override, enabled: true, until: '2030-01-01T00:00:00Z' })
    expect((await listed()).overrides).toMatchObject([
      { feature: 'overridden', audience: 'user:7', enabled: true },
    ])
    expect(await explained()).toMatchObject({ enabled: true })
    await call('remove_override', override)
    expect(await listed()).toEqual({ overrides: [] })
    expect(await explained()).toMatchObject({ enabled: false })
    const forHeader = { ...inDevelopment('overridden'), audience: 'header:ada' }
    await call('override_flag', {
      ...forHeader,
      enabled: true,
      strategies: [
        { name: 'default', constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }] },
      ],
      until: 'restart',
    })
    expect((await listed()).overrides).toMatchObject([
      { audience: 'header:ada', strategies: [{ name: 'default' }], until: 'restart' },
    ])
    await call('remove_override', forHeader)
  })

  it('are marked in the event log as done by an agent', async () => {
    const named = await connect(ADMIN, { name: 'code"<x>' })
    const unnamed = await connect(await tokenOf('editor'))
    await named.call('create_flag', { projectId: 'default', name: 'named' })
    await unnamed.call('create_flag', { projectId: 'default', name: 'unnamed' })
    const authorOf = async (feature: string) => {
      const { body } = await app.call(searchEvents, {
        query: { feature: `IS:${feature}`, type: 'IS:feature-created' },
      })
      return body.events.map(({ createdBy }) => createdBy)
    }
    expect(await authorOf('named')).toEqual([expect.stringMatching(/ \(agent codex\)$/)])
    expect(await authorOf('unnamed')).toEqual(['editor (agent)'])
  })

  it('have the permissions of the token, and say which one is missing', async () => {
    const { call } = await connect(viewerToken)
    expect((await call('list_projects')).isError).toBe(false)
    const { isError, text } = await call('create_flag', { projectId: 'default', name: 'forbidden' })
    expect({ isError, text }).toMatchObject({
      isError: true,
      text: expect.stringContaining('CREATE_FEATURE') as unknown,
    })
    expect((await flagOf('forbidden')).status).toBe(404)
  })
})

describe('an agent that only tries', () => {
  it('is told what would be recorded, and changes nothing', async () => {
    const { call } = await connect()
    const { text } = await call('create_flag', { projectId: 'default', name: 'tried', dryRun: true })
    expect(JSON.parse(text)).toMatchObject({
      dryRun: true,
      wouldRecord: [{ type: 'feature-created', featureName: 'tried' }],
    })
    expect((await flagOf('tried')).status).toBe(404)
  })

  it('tries all writes in the mode dry-run', async () => {
    const { call } = await connect(ADMIN, { query: '?mode=dry-run' })
    expect((await call('create_flag', { projectId: 'default', name: 'tried-too' })).text).toContain(
      '"dryRun":true',
    )
    expect((await flagOf('tried-too')).status).toBe(404)
    // with the same errors
    expect(await call('create_flag', { projectId: 'nowhere', name: 'x' })).toMatchObject({ isError: true })
  })

  it('has no tools that write in the mode read-only', async () => {
    const { client, call } = await connect(ADMIN, { query: '?mode=read-only' })
    const { tools } = await client.listTools()
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
    await expect(call('create_flag', { projectId: 'default', name: 'x' })).rejects.toThrow('There is no tool')
  })
})

describe('an environment that needs approval', () => {
  it('gets a change request from an agent, even with the token of an Admin', async () => {
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'guarded' } })
    await app.call(updateProjectChangeRequestConfig, {
      params: { projectId: 'default', environment: 'production' },
      body: { changeRequestsEnabled: true, requiredApprovals: 1 },
    })
    const { call } = await connect(await tokenOf('editor'))
    const place = { projectId: 'default', environment: 'production' }
    const refused = await call('turn_flag_on', { ...place, featureName: 'guarded' })
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringContaining('request_change') as unknown,
    })
    const admin = await connect(ADMIN)
    expect((await admin.call('turn_flag_on', { ...place, featureName: 'guarded' })).isError).toBe(true)
    expect((await admin.call('archive_flag', { projectId: 'default', featureName: 'guarded' })).isError).toBe(
      true,
    )

    const requested = await call('request_change', {
      ...place,
      changes: [{ action: 'updateEnabled', feature: 'guarded', payload: { enabled: true } }],
    })
    expect(requested.isError).toBe(false)
    const { body } = await app.call(getChangeRequests, { params: { projectId: 'default' } })
    expect(body).toMatchObject([{ environment: 'production', state: 'Draft' }])
    const { body: flag } = await flagOf('guarded')
    expect(flag.environments.find(({ name }) => name === 'production')?.enabled).toBe(false)
  })
})

describe('hostile or mistaken arguments', () => {
  it.each([
    ['an unknown argument', { projectId: 'default', name: 'h', admin: true }, 'has no argument "admin"'],
    ['a prototype', JSON.parse('{"projectId":"default","__proto__":{"name":"h"}}') as object, '/body/name'],
    ['another type', { projectId: ['default'], name: 7 }, '/params/projectId'],
    ['a path', { projectId: '../../default', name: 'h' }, ''],
    ['a NUL', { projectId: 'default\u0000', name: 'h' }, ''],
    ['a long text', { projectId: 'default', name: 'x'.repeat(90_000) }, '/body/name'],
    ['nothing', {}, '/params/projectId'],
  ])('with %s are refused with a reason', async (_what, args, reason) => {
    const { call } = await connect()
    const { isError, text } = await call('create_flag', args as Record<string, unknown>)
    expect(isError).toBe(true)
    expect(text).toContain(reason)
    expect(text).not.toContain('Something went wrong')
  })

  it('do not reach a project that the token may not see', async () => {
    await app.call(createProject, { body: { id: 'hidden', name: 'hidden', mode: 'private' } })
    const { call, client } = await connect(viewerToken)
    expect((await call('list_projects')).text).not.toContain('hidden')
    expect((await call('create_flag', { projectId: 'hidden', name: 'h' })).isError).toBe(true)
    const { contents } = await client.readResource({ uri: 'halyard://projects/hidden' })
    expect(JSON.stringify(contents)).toContain('\\"total\\":0')
  })

  it('name no other tool, resource or prompt', async () => {
    const { client, call } = await connect()
    await expect(call('constructor')).rejects.toThrow('There is no tool')
    for (const uri of [
      'file:///etc/passwd',
      'halyard://projects/../..',
      'halyard://projects/%',
      'halyard://nothing',
    ])
      await expect(client.readResource({ uri })).rejects.toThrow()
    await expect(client.getPrompt({ name: 'toString' })).rejects.toThrow('There is no prompt')
  })
})

describe('resources and prompts', () => {
  it('are the guide, projects and flags', async () => {
    const { client } = await connect()
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(['halyard://docs/guide', 'halyard://projects'])
    for (const uri of [...resources.map((one) => one.uri), 'halyard://projects/default'])
      expect((await client.readResource({ uri })).contents[0]).toMatchObject({ uri })
    const { contents } = await client.readResource({ uri: 'halyard://projects/default/flags/by-agent' })
    expect(JSON.stringify(contents)).toContain('by-agent')
  })

  it('help with the clean-up of a project', async () => {
    const { client } = await connect()
    const { messages } = await client.getPrompt({ name: 'clean_up_flags', arguments: { project: 'default' } })
    expect(JSON.stringify(messages)).toContain('IS:default')
  })
})

describe('an agent on standard input and output', () => {
  /** A transport whose lines go through `halyard mcp`. */
  function overLines(token: string, mode: AgentMode): Transport {
    const input = new PassThrough()
    const transport: Transport = {
      start: async () => {
        const write = (line: string) => transport.onmessage?.(JSON.parse(line) as JSONRPCMessage)
        const lines = createInterface({ input })
        void relayAgent(lines, write, { url, token, mode }, requestInstance).then(() => transport.onclose?.())
      },
      send: async (message) => void input.write(`${JSON.stringify(message)}\n`),
      close: async () => void input.end(),
    }
    return transport
  }

  it('has the same tools, and its name in the event log', async () => {
    const client = new Client({ name: 'line-agent', version: '1' })
    await client.connect(overLines(ADMIN, 'all'))
    expect((await client.listTools()).tools).toHaveLength(AGENT_TOOLS.length)
    await client.callTool({ name: 'create_flag', arguments: { projectId: 'default', name: 'by-line' } })
    const { body } = await app.call(searchEvents, { query: { feature: 'IS:by-line' } })
    expect(body.events[0]?.createdBy).toMatch(/\(agent line-agent\)$/)
    await client.close()
  })

  it('is told why the instance does not answer', async () => {
    const wrong = new Client({ name: 'x', version: '1' })
    await expect(wrong.connect(overLines('user:wrong', 'all'))).rejects.toThrow('answers 401')
  })

  it('needs a token and one mode', () => {
    const env = { HALYARD_TOKEN: 'user:x' }
    expect(readMcpOptions(['--read-only', '--instance', 'http://h:1/'], env)).toEqual({
      url: 'http://h:1',
      token: 'user:x',
      mode: 'read-only',
    })
    expect(() => readMcpOptions([], {})).toThrow('HALYARD_TOKEN')
    expect(() => readMcpOptions(['--read-only', '--dry-run'], env)).toThrow('together')
    expect(() => readMcpOptions(['--instance', 'x'], env)).toThrow('--instance')
  })
})

describe('the address of agents', () => {
  const post = (headers: Record<string, string>, token: string | null = ADMIN) =>
    app.call('POST', '/mcp', { body: INITIALIZE, token, headers: { ...ACCEPT, ...headers } })

  it('needs an admin token or that of a person, and no cookie', async () => {
    expect((await post({})).status).toBe(200)
    const nobody = await post({}, null)
    expect(nobody).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
    expect((await post({}, BACKEND)).status).toBe(403)
    expect((await app.call('POST', '/mcp', { as: 'editor', body: INITIALIZE, headers: ACCEPT })).status).toBe(
      401,
    )
  })

  it('is closed to pages of other sites and to other host names', async () => {
    expect((await post({ origin: 'https://evil.example.com' })).status).toBe(403)
    expect((await post({ origin: 'http://localhost:4242' })).status).toBe(200)
    expect((await post({ host: 'evil.example.com' })).status).toBe(403)
  })

  it('takes single messages, and says what is wrong with others', async () => {
    expect((await app.call('GET', '/mcp')).status).toBe(405)
    expect((await app.call('DELETE', '/mcp')).status).toBe(405)
    const raw = (text: string) =>
      app.call('POST', '/mcp', { raw: text, headers: { ...ACCEPT, 'content-type': 'application/json' } })
    for (const text of ['', '{', 'null', '[]', '{"jsonrpc":"2.0"}', `[${'['.repeat(50_000)}`])
      expect((await raw(text)).status, text.slice(0, 20)).toBeLessThan(500)
    expect((await raw('{')).status).toBe(400)
    expect((await app.call('POST', '/mcp?mode=root', { body: INITIALIZE, headers: ACCEPT })).status).toBe(400)
  })

  it('is in the request log', async () => {
    expect((await app.call(getRequestLog, {})).text).toContain('"/mcp')
  })
})
