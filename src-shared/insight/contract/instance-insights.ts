import { z } from 'zod'

import { InstanceInsights, LifecycleTrends } from '../schemas/instance-insights.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { HeadText } from '../../schemas/bounded.ts'

const INSIGHTS = '/api/admin/insights'
const common = {
  method: 'GET',
  tag: 'Instance insights',
  access: audienceOnly,
  plan: 'enterprise',
} as const

export const getInstanceInsights = operation({
  ...common,
  operationId: 'getInstanceInsights',
  path: INSIGHTS,
  summary: 'Returns figures of users, flags, metrics and changes by week',
  description: 'Left out, `to` is today, and `from` three months before it.',
  query: z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() }),
  responses: { 200: InstanceInsights },
  lifecycle: { since: '6.0.0' },
})

export const getLifecycleTrends = operation({
  ...common,
  operationId: 'getLifecycleTrends',
  path: `${INSIGHTS}/lifecycle`,
  summary: 'Returns how many flags are in each stage, and how long they stay in it',
  description: '`projects`: ids with commas; left out, all projects.',
  query: z.object({ projects: HeadText.optional() }),
  responses: { 200: LifecycleTrends },
  lifecycle: { since: '7.2.0' },
})
