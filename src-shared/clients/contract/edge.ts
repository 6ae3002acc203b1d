import { z } from 'zod'

import { BulkMetrics } from '../../flags/schemas/metrics.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { MirrorState } from '../schemas/mirror.ts'
import { Propagation, PropagationQuery } from '../schemas/propagation.ts'
import { ALL, HeadText, Line, Name } from '../../schemas/bounded.ts'

const tag = 'Unleash Edge'

/**
 * A token, and what it opens; the type is the contract's old word: `client` (recorded exchange
 * instance/edge-validate).
 */
export const EdgeToken = z.object({
  token: z.string(),
  type: z.enum(['client', 'admin', 'frontend', 'backend']),
  projects: z.array(z.string()),
  environment: z.string(),
})
export type EdgeToken = z.output<typeof EdgeToken>
const EdgeTokens = z.object({ tokens: z.array(EdgeToken) }).meta({ id: 'validatedEdgeTokensSchema' })

export const getValidTokens = operation({
  operationId: 'getValidTokens',
  method: 'POST',
  path: '/edge/validate',
  tag,
  summary: 'Returns the valid ones of the given tokens, with their projects and environments',
  audience: 'open',
  access: audienceOnly,
  body: z.object({ tokens: z.array(Line).max(1000) }).meta({ id: 'tokenStringListSchema' }),
  responses: { 200: EdgeTokens },
})

export const edgeCreateOrReturnTokens = operation({
  operationId: 'edgeCreateOrReturnTokens',
  method: 'POST',
  path: '/edge/issue-token',
  tag,
  summary: 'Issues backend tokens to an Edge that signs its request (HMAC)',
  description:
    'Authorization: `HMAC <client>:<signature>`; the signature is the base64url HMAC-SHA256 of method, path, X-Timestamp, X-Nonce and ' +
    'Content-SHA256, a line each.',
  audience: 'open',
  access: audienceOnly,
  headers: z.object({
    authorization: HeadText.optional(),
    'x-timestamp': HeadText.optional(),
    'x-nonce': HeadText.optional(),
    'content-sha256': HeadText.optional(),
  }),
  body: z
    .object({
      tokens: z.array(z.object({ environment: Name, projects: z.array(Name).max(ALL).min(1) })).max(100),
    })
    .meta({ id: 'edgeEnvironmentProjectsListSchema' }),
  responses: { 200: EdgeTokens },
  errors: [401],
  lifecycle: { since: '7.3.0' },
})

export const clientBulkMetrics = operation({
  operationId: 'clientBulkMetrics',
  method: 'POST',
  path: '/api/client/metrics/bulk',
  tag,
  summary: 'Accepts the metrics that an Edge or proxy collected from its SDKs',
  audience: 'client',
  access: audienceOnly,
  body: BulkMetrics,
  responses: { 202: null },
})

export const getMirror = operation({
  operationId: 'getMirror',
  everywhere: true,
  method: 'GET',
  path: '/api/halyard/mirror',
  tag,
  summary: 'Returns what this instance mirrors, and how old it is',
  description: 'Operation of Halyard; the original service does not have it.',
  access: audienceOnly,
  responses: { 200: MirrorState },
})

export const getPropagation = operation({
  operationId: 'getPropagation',
  everywhere: true,
  method: 'GET',
  path: '/api/halyard/propagation',
  tag,
  summary: 'Lists the SDKs with the revision of the flags that each has, those first that are behind',
  description:
    'Operation of Halyard; the original service does not have it. `behindMirrors` lists the instances that registered through mirrors or proxies ' +
    'in the last day: which revision they have, the mirror knows.',
  access: audienceOnly,
  query: PropagationQuery,
  responses: { 200: Propagation },
})
