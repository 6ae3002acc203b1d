import { satisfies } from 'semver'

import { AppError } from '../../../kernel/app-error.ts'
import type { Binding, Reply } from '../bind.ts'
import type { Adaptation } from './adaptation.ts'
import { TOKEN_NAMES } from './token-names.ts'

const ADAPTATIONS: readonly Adaptation[] = [TOKEN_NAMES]

/**
 * A binding as a version of the contract has it. Most are the same in all: they come back as they are, and nothing is
 * done for them when they are called.
 */
export function adapted(binding: Binding, contract: string): Binding {
  return adaptationsOf(binding.operation.operationId, contract).reduce(wrap, binding)
}

/** What becomes of an operation under a version, in the order in which it is done. */
export function adaptationsOf(operationId: string, contract: string): Adaptation[] {
  return ADAPTATIONS.filter(
    ({ operations, versions }) => operations.includes(operationId) && satisfies(contract, versions),
  )
}

function wrap(binding: Binding, { request, answer, refusal }: Adaptation): Binding {
  return {
    ...binding,
    answer: async (runtime, caller, raw) => {
      let reply: Reply
      try {
        reply = await binding.answer(runtime, caller, request ? request(raw) : raw)
      } catch (error) {
        if (!(error instanceof AppError) || !refusal) throw error
        const outcome = refusal(error, raw)
        if (outcome instanceof AppError) throw outcome
        return outcome
      }
      return answer ? answer(reply, raw) : reply
    },
  }
}
