import type { AgentMode, AgentTool } from '#shared/clients/agents/agent-tools.ts'
import { DRY_RUN, toToolRequest } from '#shared/clients/agents/tool-input.ts'
import type { AppError } from '#kernel/app-error.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Runtime } from '#kernel/execute.ts'
import type { RawRequest } from '#kernel/parse-request.ts'
import { isLarge } from '#runtime/is-large.ts'
import { largeJson } from '#runtime/json-in-steps.ts'
import { reporterOf } from '#runtime/report-allowance.ts'
import { roomInTurn } from '#runtime/turn.ts'
import { requireBounded } from '#kernel/request-bounds.ts'
import { tryOperation } from '#kernel/try-operation.ts'
import type { Binding } from '../http/bind.ts'
import { toAppError } from '../http/error-reply.ts'

/** Longer answers are cut: an agent cannot read more. */
const MAX_ANSWER = 60_000
/** Characters that the tools of a request answer together: its answer is one text, made in one turn. */
const MAX_ANSWERS = 10 * MAX_ANSWER

/** An agent that is connected, with what it may do. */
export interface AgentSession {
  readonly runtime: Runtime
  readonly caller: Caller
  readonly mode: AgentMode
  /** Operations that this version of the contract serves. */
  readonly bindings: ReadonlyMap<string, Binding>
  /** Ends when the tools that were called so far have answered. */
  calls: Promise<unknown>
  /** Characters of what they have answered. */
  answered: number
}

/** Answer of a tool, in the form of the protocol. */
export interface ToolAnswer {
  [member: string]: unknown
  content: { type: 'text'; text: string }[]
  isError?: boolean
}

/**
 * Runs a tool, after those that were called before it by the same request. An error of the operation is an answer, which the agent
 * reads and acts on. A call for which there is no room in the answer is not done.
 */
export function callTool(
  session: AgentSession,
  tool: AgentTool,
  args: Record<string, unknown>,
): Promise<ToolAnswer> {
  const call = async () => {
    await roomInTurn()
    if (session.answered >= MAX_ANSWERS)
      return failure('Not done, as the answers of this batch are too long already: call the tool by itself.')
    const answer = await runTool(session, tool, args)
    for (const { text } of answer.content) session.answered += text.length
    return answer
  }
  const answer = session.calls.then(call, call)
  session.calls = answer
  return answer
}

async function runTool(
  session: AgentSession,
  tool: AgentTool,
  args: Record<string, unknown>,
): Promise<ToolAnswer> {
  const { runtime } = session
  const binding = session.bindings.get(tool.operation.operationId)
  if (!binding) return failure('This version of the contract does not have the operation of this tool.')
  const flight = runtime.inFlight.begin(reporterOf(session.caller.actor))
  const caller = { ...session.caller, flight }
  try {
    requireBounded('body', args)
    const request: RawRequest = { ...toToolRequest(tool, binding.operation, args), headers: {} }
    if (tool.effect !== 'read' && (session.mode === 'dry-run' || args[DRY_RUN] === true)) {
      const events = await tryOperation(runtime, binding.operation, caller, request)
      return await answerOf({ dryRun: true, changedNothing: true, wouldRecord: events })
    }
    const { body, entity, bytes } = await binding.answer(runtime, caller, request)
    const encoded = entity?.bytes ?? bytes
    return encoded ? textAnswer(encoded.toString()) : await answerOf(body ?? { done: true })
  } catch (error) {
    if (error instanceof TypeError) return failure(error.message)
    return failure(explain(toAppError(error, runtime.logger, caller.requestId)))
  } finally {
    flight.finish()
  }
}

/** Says what is wrong, where, and what to do instead. */
function explain({ message, details, extra }: AppError): string {
  const others = details.filter((one) => one.message !== message)
  const lines = others.map((one) => (one.path ? `${one.path}: ${one.message}` : one.message))
  const instead = extra['changeRequest']
    ? [
        `Changes need approval here: ${JSON.stringify(extra['changeRequest'])}. Use request_change instead, and tell the user that people review it.`,
      ]
    : []
  return [message, ...lines, ...instead].join('\n')
}

async function answerOf(value: unknown): Promise<ToolAnswer> {
  const parts = isLarge(value) ? await largeJson(value) : [Buffer.from(JSON.stringify(value))]
  return textAnswer(Buffer.concat(parts).toString())
}

const textAnswer = (text: string): ToolAnswer => ({
  content: [
    {
      type: 'text',
      text:
        text.length <= MAX_ANSWER
          ? text
          : `${text.slice(0, MAX_ANSWER)}\n… cut after ${MAX_ANSWER} characters: ask for less, with a filter or a limit.`,
    },
  ],
})

const failure = (text: string): ToolAnswer => ({ content: [{ type: 'text', text }], isError: true })
