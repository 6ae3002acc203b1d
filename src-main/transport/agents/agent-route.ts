import type { FastifyInstance, FastifyRequest } from 'fastify'

import { AGENT_MODES, type AgentMode } from '#shared/clients/agents/agent-tools.ts'
import { AppError, badData } from '#kernel/app-error.ts'
import type { Caller } from '#kernel/caller.ts'
import { onFirstUse } from '#runtime/on-first-use.ts'
import { audienceCheckOf, validityOf } from '../http/audience.ts'
import type { Binding } from '../http/bind.ts'
import { originOf } from '../http/caller-origin.ts'
import { readCredentials } from '../http/credentials.ts'
import { clientOf } from '../http/client.ts'
import { countRequest } from '../http/count-request.ts'
import type { HttpOptions } from '../http/http-options.ts'
import { isRecord } from '#shared/own-value.ts'

const PATH = '/mcp'
/** Messages of one client, and kilobytes that it is answered. An agent in a loop must not starve the others. */
const LIMIT = { name: 'agents', calls: 600, seconds: 60 }
const ANSWERED = { name: 'kilobytes of agents', calls: 30_000, seconds: 60 }
/** Messages of a batch. */
const MAX_MESSAGES = 100
const MAX_NAME = 50

const agentServer = onFirstUse(
  '@modelcontextprotocol/sdk',
  'the connection of agents',
  () => import('./agent-server.ts'),
)

/** Serves the Model Context Protocol, each message by itself (ADR 54). Host and Origin are checked for all paths. */
export function addAgentRoute(
  app: FastifyInstance,
  bindings: readonly Binding[],
  options: HttpOptions,
): void {
  const byOperation = new Map(bindings.map((binding) => [binding.operation.operationId, binding]))
  const admit = audienceCheckOf(options.contract)
  app.post(PATH, async (request, reply) => {
    // a browser's session is not an agent's
    const credentials = readCredentials({ authorization: request.headers.authorization })
    const identity = await options.authenticate(credentials)
    request.identity = identity
    if (identity.actor.kind === 'anonymous') reply.header('www-authenticate', 'Bearer')
    const actor = admit('admin', identity)
    const sender = { client: clientOf(request), actor }
    const answered = countRequest(options.limiter, ANSWERED, sender, 0)
    const message = parse(request.body)
    reply.headers(countRequest(options.limiter, LIMIT, sender, countOf(message)).headers)
    const mode = modeOf(request)
    const caller: Caller = {
      actor,
      requestId: request.id,
      contract: options.contract,
      agent: nameOfAgent(request),
      isStillValid: validityOf(options.authenticate, request.headers, identity),
      ...originOf(request, identity),
    }
    const session = {
      runtime: options.runtime,
      caller,
      mode,
      bindings: byOperation,
      calls: Promise.resolve(),
      answered: 0,
    }
    const { answerAgent } = await agentServer()
    const answer = await answerAgent(session, headersOf(request), message)
    answered.note(Math.ceil(answer.body.length / 1000))
    for (const [name, value] of answer.headers) reply.header(name, value)
    return reply.code(answer.status).send(answer.body.length === 0 ? undefined : answer.body)
  })
  for (const method of ['GET', 'DELETE'] as const)
    app.route({
      method,
      url: PATH,
      handler: () => {
        throw new AppError(
          'NotImplementedError',
          'Agents send messages by POST. There are no sessions and no streams here.',
        )
      },
    })
}

function modeOf({ query }: FastifyRequest): AgentMode {
  const asked = (isRecord(query) ? query['mode'] : undefined) ?? 'all'
  const mode = AGENT_MODES.find((one) => one === asked)
  if (!mode) throw badData(`mode is one of ${AGENT_MODES.join(', ')}.`, '/query/mode')
  return mode
}

/** Name of the agent in the event log: what it says, without what is no word. */
function nameOfAgent({ headers }: FastifyRequest): string {
  const said = headers['halyard-agent']
  return typeof said === 'string' ? said.replace(/[^\w .-]/g, '').slice(0, MAX_NAME) : ''
}

/** Counts the messages of a batch. Throws 400 where they are too many. */
function countOf(message: unknown): number {
  if (!Array.isArray(message)) return 1
  if (message.length > MAX_MESSAGES)
    throw badData(`A batch has at most ${MAX_MESSAGES} messages. You sent ${message.length}.`, '/body')
  return message.length
}

function headersOf({ headers }: FastifyRequest): Record<string, string> {
  const names = ['accept', 'content-type', 'mcp-protocol-version']
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  )
}

function parse(body: unknown): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '')
  } catch {
    throw badData('The message is not JSON.', '/body')
  }
}
