import { satisfies } from 'semver'

import { AppError } from '#kernel/app-error.ts'
import type { Reply } from '#kernel/route.ts'
import type { Binding } from '../bind.ts'
import type { Adaptation } from './adaptation.ts'
import {
  ACCESS_BEFORE_SEVERAL_ROLES,
  FLAGS_BEFORE_IMPRESSIONS,
  GROUPS_BEFORE_ROOT_ROLES,
  GROUPS_BEFORE_SSO_SYNC,
  PERMISSIONS_BEFORE,
  POLLS_BEFORE_IMPRESSIONS,
  ROLES_BEFORE_ROOT_ROLES,
} from './capability-properties.ts'
import { CLONE_TEXTS, CONTEXT_FIELD_TEXTS } from './error-texts.ts'
import { FLAG_PROPERTIES, FLAGS_OF_EVENTS } from './flag-properties.ts'
import { FLAG_TYPES_BEFORE_8 } from './flag-types.ts'
import { DELETE_MISSING, METRICS_WITHOUT_BUCKET, NO_DEPENDENCIES } from './missing-targets.ts'
import { PROFILE_BEFORE_8, PROJECTS_BEFORE_8, TOKEN_SECRECY } from './properties-since-8.ts'
import { PLAYGROUND_CONTEXTS, SDK_CONTEXTS, SDK_REPORTS } from './sdk-environments.ts'
import { TAG_ALIASES } from './tag-aliases.ts'
import { TOKEN_NAMES, TOKEN_PROJECT } from './token-names.ts'
import { USER_KINDS } from './user-kinds.ts'

export type { Adaptation } from './adaptation.ts'

/**
 * docs/contract/versions.md#archived-query: `archived` of the search works, and is to go; `lifecycle=IS:archived` takes
 * its place.
 */
const ARCHIVED_FILTER: Adaptation = {
  versions: '>=8.0.1',
  operations: ['searchFeatures'],
  describe: ({ parameters }) => {
    for (const parameter of parameters) if (parameter['name'] === 'archived') parameter['deprecated'] = true
  },
}

/**
 * Header with the server's version, in the response to an SDK's registration
 * (docs/contract/clients.md#registration-and-metrics).
 */
const VERSION_HEADER: Adaptation = {
  versions: '*',
  operations: ['registerClientApplication'],
  answer: (reply, { contract }) => ({
    ...reply,
    headers: { ...reply.headers, 'x-unleash-version': contract },
  }),
  keepsShape: true,
}

export const ADAPTATIONS: readonly Adaptation[] = [
  TOKEN_NAMES,
  TOKEN_PROJECT,
  USER_KINDS,
  SDK_REPORTS,
  SDK_CONTEXTS,
  PLAYGROUND_CONTEXTS,
  VERSION_HEADER,
  TAG_ALIASES,
  NO_DEPENDENCIES,
  PROFILE_BEFORE_8,
  PROJECTS_BEFORE_8,
  FLAG_PROPERTIES,
  FLAGS_OF_EVENTS,
  DELETE_MISSING,
  METRICS_WITHOUT_BUCKET,
  CONTEXT_FIELD_TEXTS,
  CLONE_TEXTS,
  ARCHIVED_FILTER,
  TOKEN_SECRECY,
  FLAGS_BEFORE_IMPRESSIONS,
  POLLS_BEFORE_IMPRESSIONS,
  GROUPS_BEFORE_SSO_SYNC,
  GROUPS_BEFORE_ROOT_ROLES,
  ROLES_BEFORE_ROOT_ROLES,
  ACCESS_BEFORE_SEVERAL_ROLES,
  ...PERMISSIONS_BEFORE,
  ...FLAG_TYPES_BEFORE_8,
]

/** Adapts a binding to a contract version. Most bindings are the same in all versions and are returned unchanged. */
export function adaptBinding(binding: Binding, contract: string): Binding {
  return adaptationsOf(binding.operation.operationId, contract).reduce(
    (inner, adaptation) => wrap(inner, adaptation, contract),
    binding,
  )
}

/** Lists the adaptations of an operation under a version, in the order in which they apply. */
export function adaptationsOf(operationId: string, contract: string): Adaptation[] {
  return ADAPTATIONS.filter(
    ({ operations, versions }) =>
      (operations as readonly string[]).includes(operationId) && satisfies(contract, versions),
  )
}

function wrap(binding: Binding, adaptation: Adaptation, contract: string): Binding {
  const { request, answer, refusal } = adaptation
  const { operationId } = binding.operation
  return {
    ...binding,
    answer: async (runtime, caller, raw) => {
      const call = { operationId, raw, contract }
      let reply: Reply
      try {
        const adaptedCaller = adaptation.caller ? adaptation.caller(caller, raw) : caller
        reply = await binding.answer(runtime, adaptedCaller, request ? request(raw) : raw)
      } catch (error) {
        if (!(error instanceof AppError) || !refusal) throw error
        const outcome = refusal(error, call)
        if (outcome instanceof AppError) throw outcome
        return outcome
      }
      return answer ? answer(reply, call) : reply
    },
  }
}
