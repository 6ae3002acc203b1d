import type { TestBackend } from '../service/start-backend.ts'

const AT = '2026-11-21T12:00:00.000Z'

/** Puts another project into the store, with these environments; those that are new are made. */
export async function addProject(
  { backend }: TestBackend,
  id: string,
  environments: readonly string[] = ['development', 'production'],
): Promise<void> {
  await backend.store.transaction(async (queries) => {
    const project = await queries
      .selectFrom('projects')
      .selectAll()
      .where('id', '=', 'default')
      .executeTakeFirstOrThrow()
    await queries
      .insertInto('projects')
      .values({ ...project, id, name: id, archived_at: null })
      .execute()
    for (const environment of environments) {
      const row = { name: environment, type: 'test', sort_order: 9, enabled: true, protected: false }
      await queries
        .insertInto('environments')
        .values({ ...row, required_approvals: null, created_at: AT })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await queries
        .insertInto('project_environments')
        .values({ project: id, environment, default_strategy: null })
        .execute()
    }
  })
}
