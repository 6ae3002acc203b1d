import type { Foundation } from '#main/app/domain.ts'
import type { Policy } from '#shared/changes/schemas/policy.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { PoliciesTable } from '#store/policy-schema.ts'
import { KeptCopy } from '#runtime/kept-copy.ts'
import { insertAll } from '#store/insert-all.ts'
import type { Queries } from '#store/queries.ts'

/** Reads all policies, by name. */
export async function readPolicies(queries: Queries): Promise<Policy[]> {
  const rows = await queries.selectFrom('policies').selectAll().orderBy('name').execute()
  return rows.map(toPolicy)
}

export async function findPolicy(queries: Queries, name: string): Promise<Policy | undefined> {
  const row = await queries.selectFrom('policies').selectAll().where('name', '=', name).executeTakeFirst()
  return row && toPolicy(row)
}

export async function insertPolicy(queries: Queries, policy: Policy): Promise<void> {
  await insertAll(queries, 'policies', [toRow(policy)])
}

export async function replacePolicy(queries: Queries, policy: Policy): Promise<void> {
  const { name, ...row } = toRow(policy)
  await queries.updateTable('policies').set(row).where('name', '=', name).execute()
}

export async function deletePolicyRow(queries: Queries, name: string): Promise<void> {
  await queries.deleteFrom('policies').where('name', '=', name).execute()
}

const toPolicy = ({ name, project, enabled, content, created_by, created_at }: PoliciesTable): Policy => ({
  ...fromJson<Omit<Policy, 'name'>>(content),
  ...(project === null ? {} : { project }),
  name,
  enabled,
  createdBy: created_by,
  createdAt: created_at,
})

function toRow({ name, project, enabled, createdBy, createdAt, ...content }: Policy): PoliciesTable {
  return {
    name,
    project: project ?? null,
    enabled,
    content: toJson(content),
    created_by: createdBy,
    created_at: createdAt,
  }
}

/** Policies that are in force, in memory: each write of a flag asks for them. */
export type PoliciesInForce = KeptCopy<readonly Policy[]>

export const keepPolicies = ({ store, logger }: Pick<Foundation, 'store' | 'logger'>): PoliciesInForce =>
  new KeptCopy<readonly Policy[]>({
    name: 'the policies in force',
    initial: [],
    read: async () => (await readPolicies(store.queries)).filter(({ enabled }) => enabled),
    logger,
  })
