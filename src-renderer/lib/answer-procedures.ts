import { vi } from 'vitest'

import type { OperationId } from '#shared/contract-engine/operation-ids/index.ts'

type Procedures = Partial<Record<OperationId, (input: unknown) => unknown>>

interface Refusal {
  message: string
  code: number
  data: { code: string; httpStatus: number }
}

async function answerTo(procedure: ((input: unknown) => unknown) | undefined, input: unknown) {
  try {
    if (!procedure) throw new TypeError('The test does not answer this procedure')
    return { result: { data: await procedure(input) } }
  } catch (error) {
    const data = { code: 'BAD_REQUEST', httpStatus: 400, ...(error as { data?: object }).data }
    return { error: { message: (error as Error).message, code: -32600, data } satisfies Refusal }
  }
}

/**
 * Stubs the network beneath the window's client with a service that answers these procedures only: nothing of ours
 * is replaced, and files that share their modules do not disturb each other. An error's `data` is sent with it.
 */
export function answerProcedures(procedures: Procedures): void {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://localhost')
    const inputs = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Record<string, unknown>
    const ids = (url.pathname.split('/').at(-1) ?? '').split(',') as OperationId[]
    const answers = await Promise.all(ids.map((id, index) => answerTo(procedures[id], inputs[String(index)])))
    return Response.json(answers)
  })
}
