import { environmentExists, projectExists } from '#domains/access/access/places.read-model.ts'
import { AppError, badData, exceedsLimit, notFound } from '#kernel/app-error.ts'
import { nameOf } from '#kernel/caller.ts'
import { mutation, query, type MutationContext, type QueryContext } from '#kernel/use-case.ts'
import * as contract from '#shared/changes/contract/policies.ts'
import { problemOfPattern } from '#shared/changes/policies/judge-flag.ts'
import { MAX_POLICIES, type Policy, type PolicyContent } from '#shared/changes/schemas/policy.ts'
import {
  deletePolicyRow,
  findPolicy,
  insertPolicy,
  readPolicies,
  replacePolicy,
  type PoliciesInForce,
} from '../policies/policies.store.ts'
import { tryPolicy as tryOnLog } from '../policies/try-policy.ts'

interface Services {
  policies: PoliciesInForce
}

export const getPolicies = query(contract.getPolicies, async ({ visible }) => ({
  policies: await readPolicies(visible),
}))

/** Creates a policy. It holds for changes from then on. */
export const createPolicy = ({ policies }: Services) =>
  mutation(contract.createPolicy, async (context, { body: { name, ...body } }) => {
    const { everything, caller, now, restored } = context
    await requireFitting(context, body)
    const all = await readPolicies(everything)
    if (all.some((one) => one.name === name))
      throw new AppError('NameExistsError', `A policy with name ${name} already exists`)
    if (all.length >= MAX_POLICIES) throw exceedsLimit('policy', MAX_POLICIES)
    const policy: Policy = {
      ...body,
      enabled: body.enabled ?? true,
      name,
      createdBy: restored?.createdBy ?? nameOf(caller.actor),
      createdAt: restored?.createdAt ?? now.toISOString(),
    }
    await insertPolicy(everything, policy)
    context.record({ type: 'policy-created', ...placeOf(policy), data: { ...policy } })
    policies.refreshAfter(context)
    return policy
  })

export const updatePolicy = ({ policies }: Services) =>
  mutation(contract.updatePolicy, async (context, { params: { name }, body }) => {
    const before = await requirePolicy(context, name)
    await requireFitting(context, body)
    const { createdBy, createdAt } = before
    const policy: Policy = { ...body, enabled: body.enabled ?? true, name, createdBy, createdAt }
    await replacePolicy(context.everything, policy)
    context.record({
      type: 'policy-updated',
      ...placeOf(policy),
      data: { ...policy },
      preData: { ...before },
    })
    policies.refreshAfter(context)
    return policy
  })

export const deletePolicy = ({ policies }: Services) =>
  mutation(contract.deletePolicy, async (context, { params: { name } }) => {
    const policy = await requirePolicy(context, name)
    await deletePolicyRow(context.everything, name)
    context.record({ type: 'policy-deleted', ...placeOf(policy), preData: { ...policy } })
    policies.refreshAfter(context)
  })

/** Says what a policy would have stopped, before it is there. */
export const tryPolicy = query(contract.tryPolicy, async (context, { body: { policy, days } }) => {
  requirePattern(policy, '/body/policy')
  const own = { createdBy: nameOf(context.caller.actor), createdAt: context.now.toISOString() }
  return tryOnLog(context, { policy: { ...policy, ...own, enabled: true }, days })
})

async function requirePolicy({ visible }: QueryContext, name: string): Promise<Policy> {
  const policy = await findPolicy(visible, name)
  if (!policy) throw notFound(`Could not find the policy ${name}`)
  return policy
}

/** Requires a pattern that is one, and that the policy is of something that is there. One that undo brings back is taken as it was. */
async function requireFitting({ visible, restored }: MutationContext, policy: PolicyContent): Promise<void> {
  if (restored !== undefined) return
  const { project, environment } = policy
  requirePattern(policy, '/body')
  if (project !== undefined && !(await projectExists(visible, project)))
    throw badData(`There is no project ${project}`, '/body/project')
  if (environment !== undefined && !(await environmentExists(visible, environment)))
    throw badData(`There is no environment ${environment}`, '/body/environment')
}

function requirePattern({ rule }: PolicyContent, path: string): void {
  const problem = problemOfPattern(rule)
  if (problem !== undefined) throw badData(problem, `${path}/rule/pattern`)
}

const placeOf = ({ project, environment }: Policy) => ({
  ...(project === undefined ? {} : { project }),
  ...(environment === undefined ? {} : { environment }),
})
