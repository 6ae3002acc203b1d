import { z } from 'zod'

import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { PathPart } from '../../schemas/bounded.ts'
import { MAX_DRY_RUN_DAYS, Policy, PolicyContent, PolicyDryRun, PolicyInput } from '../schemas/policy.ts'

const POLICIES = '/api/halyard/policies'
/** Halyard's own (ADR 84). */
const shared = { tag: 'Policies', everywhere: true } as const
const ofOne = {
  ...shared,
  path: `${POLICIES}/:name`,
  access: needs('ADMIN'),
  params: z.object({ name: PathPart.min(1) }),
} as const

export const getPolicies = operation({
  ...shared,
  operationId: 'getPolicies',
  method: 'GET',
  path: POLICIES,
  summary: 'Lists the policies for changes',
  description: 'Operation of Halyard. By name; those of projects that the caller does not see are left out.',
  access: audienceOnly,
  responses: { 200: z.object({ policies: z.array(Policy) }).meta({ id: 'policiesSchema' }) },
})

export const createPolicy = operation({
  ...shared,
  operationId: 'createPolicy',
  method: 'POST',
  path: POLICIES,
  summary: 'Creates a policy for changes',
  description:
    'Operation of Halyard. A policy is of the instance or of a project, and of all environments, one, or those of a type. What it ' +
    'refuses is not saved: the answer is 403 and names the policy, what is against it and what would pass. With the header ' +
    '`X-Halyard-Policy-Exception: REASON`, an Admin saves it all the same, and the reason stands in the log.',
  access: needs('ADMIN'),
  body: PolicyInput,
  responses: { 201: Policy },
  location: ({ name }) => `policies/${encodeURIComponent(name)}`,
  errors: [409],
})

export const updatePolicy = operation({
  ...ofOne,
  operationId: 'updatePolicy',
  method: 'PUT',
  summary: 'Replaces a policy for changes',
  body: PolicyContent,
  responses: { 200: Policy },
  errors: [404],
})

export const deletePolicy = operation({
  ...ofOne,
  operationId: 'deletePolicy',
  method: 'DELETE',
  summary: 'Deletes a policy for changes',
  anyContentType: true,
  responses: { 204: null },
  errors: [404],
})

export const tryPolicy = operation({
  ...shared,
  operationId: 'tryPolicy',
  method: 'POST',
  path: `${POLICIES}/dry-run`,
  summary: 'Tries a policy on the changes of the log',
  description:
    'Operation of Halyard. Judges the changes of the last days (90 by default, and at most) as if the policy had been there. It ' +
    'changes nothing. At most 20,000 events are looked at: `reachedTo` says how far that was.',
  access: needs('ADMIN'),
  body: z
    .strictObject({ policy: PolicyInput, days: z.int().min(1).max(MAX_DRY_RUN_DAYS).optional() })
    .meta({ id: 'tryPolicySchema' }),
  responses: { 200: PolicyDryRun },
})
