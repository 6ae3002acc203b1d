import { readFile } from 'node:fs/promises'

import { getPolicies, tryPolicy } from '#shared/changes/contract/policies.ts'
import { dryRunInWords, placeInWords, ruleInWords } from '#shared/changes/policies/policy-words.ts'
import { type Policy, PolicyDryRun, PolicyInput } from '#shared/changes/schemas/policy.ts'
import { requestOf } from '../profiles/original/original-request.ts'
import { OK, printLine, readOr, USAGE_ERROR } from './cli-output.ts'
import { asJson, askInstance, REJECTED } from './instance-request.ts'
import { POLICIES_USAGE, readPoliciesOptions } from './policies-options.ts'

/** Told from a failure, for scripts. */
const WOULD_STOP = 4

/** `halyard policies`. Answers the exit status; throws what keeps it from an answer. */
export async function runPolicies(args: readonly string[]): Promise<number> {
  const asked = readOr(() => readPoliciesOptions(args, process.env), POLICIES_USAGE)
  if (asked === undefined) return USAGE_ERROR
  const listed = await askInstance(asked, requestOf(getPolicies, {}))
  if (listed === undefined) return REJECTED
  const { policies } = getPolicies.responses[200].parse(asJson(listed))
  if (asked.tried === undefined) {
    printLine(asked.json ? JSON.stringify(policies, null, 2) : listInWords(policies))
    return OK
  }
  const policy = await policyToTry(asked.tried, policies)
  const { days } = asked
  const body = { policy, ...(days === undefined ? {} : { days }) }
  const tried = await askInstance(asked, requestOf(tryPolicy, { body }))
  if (tried === undefined) return REJECTED
  const found = PolicyDryRun.parse(asJson(tried))
  printLine(
    asked.json ? JSON.stringify(found, null, 2) : [dryRunInWords(found), ...examplesOf(found)].join('\n'),
  )
  return found.stopped === 0 ? OK : WOULD_STOP
}

/** Finds a policy by its name, or reads it from a file. */
async function policyToTry(named: string, policies: readonly Policy[]): Promise<PolicyInput> {
  const known = policies.find(({ name }) => name === named)
  if (known) {
    const { createdBy: _by, createdAt: _at, ...policy } = known
    return policy
  }
  if (!named.endsWith('.json')) throw new Error(`There is no policy ${named}`)
  const read = PolicyInput.safeParse(asJson(await readFile(named, 'utf8')))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Error(`${named}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is no policy'}`)
}

const listInWords = (policies: readonly Policy[]): string =>
  policies.length === 0
    ? 'No policies.'
    : policies
        .map((one) => {
          const effect = one.enabled ? `${one.effect}s` : 'off'
          return `${one.name} (${effect}; ${placeInWords(one)}): ${ruleInWords(one.rule)}`
        })
        .join('\n')

const examplesOf = ({ examples }: PolicyDryRun): string[] =>
  examples.map(
    ({ event, createdAt, createdBy, violations: [first] }) =>
      `${createdAt}  ${createdBy}, event ${event}: ${first?.flag ?? ''}. ${first?.message ?? ''}`,
  )
