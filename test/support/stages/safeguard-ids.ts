import type { TestBackend } from '../service/start-backend.ts'

interface SafeguardIds {
  ofPlan: string
  ofFlag: string
}

/** Reads the ids of a flag's safeguards in an environment, one of its plan and one of its own: setting one answers no id. */
export async function readSafeguardIds(
  app: TestBackend,
  featureName: string,
  environment: string,
): Promise<SafeguardIds> {
  const rows = await app.backend.store.queries
    .selectFrom('safeguards')
    .select(['id', 'plan_id'])
    .where('feature_name', '=', featureName)
    .where('environment', '=', environment)
    .execute()
  const idOf = (isOfPlan: boolean) => {
    const row = rows.find(({ plan_id }) => (plan_id !== null) === isOfPlan)
    if (!row) throw new Error(`${featureName} has no such safeguard in ${environment}`)
    return row.id
  }
  return { ofPlan: idOf(true), ofFlag: idOf(false) }
}
