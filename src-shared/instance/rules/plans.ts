import type { OperationId } from '../../contract-engine/operation-ids/index.ts'
import type { Operation } from '../../contract-engine/operation.ts'

/** Plans of the original, each with all operations of those before it. */
export const PLANS = ['oss', 'pro', 'enterprise'] as const
export type Plan = (typeof PLANS)[number]

/**
 * Operations that Pro adds to open source (docs/contract/editions.md#plan-pro). Everything else that open source lacks
 * belongs to Enterprise.
 */
const OF_PRO: ReadonlySet<string> = new Set<OperationId>([
  'createProject',
  'updateProject',
  'deleteProject',
  'validateProject',
  'changeProject',
  'createEnvironment',
  'updateEnvironment',
  'cloneEnvironment',
  'removeEnvironment',
  'validateEnvironment',
  'getProjectAccess',
  'addAccessToProject',
  'setProjectAccess',
  'setRolesForUser',
  'removeUserAccess',
  'getInvoices',
  'getDetailedInvoices',
])

/** Finds the lowest plan that has an operation. Halyard's own operations are in all of them. */
export function planOf({ operationId, plan }: Pick<Operation, 'operationId' | 'plan'>): Plan {
  return OF_PRO.has(operationId) ? 'pro' : plan
}

/** Checks whether a plan has an operation. */
export const isInPlan = (operation: Pick<Operation, 'operationId' | 'plan'>, plan: Plan): boolean =>
  PLANS.indexOf(planOf(operation)) <= PLANS.indexOf(plan)

/** Facts about each plan in the configuration of pages (docs/contract/editions.md#plan-setting). */
export const PLAN_FACTS = {
  oss: { environment: 'Open Source', authenticationType: 'open-source' },
  pro: { environment: 'Pro', authenticationType: 'hosted' },
  enterprise: { environment: 'Enterprise', authenticationType: 'enterprise' },
} as const satisfies Record<Plan, { environment: string; authenticationType: string }>
