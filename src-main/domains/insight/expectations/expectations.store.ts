import type { Expectation } from '#shared/insight/schemas/expectation.ts'
import type { Foundation } from '#main/app/domain.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import { KeptCopy } from '#runtime/kept-copy.ts'
import { inList } from '#store/in-list.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import type { ExpectationsTable } from '#store/expectation-schema.ts'

/** Expectations to read. */
export interface ExpectationFilter {
  flag?: string | undefined
  /** Only expectations of the flags of a project, and of access in it. */
  project?: string | undefined
  /** Include those of access, which tell what others may do. */
  withAccess: boolean
}

/** Reads expectations by name. Long ones are read in steps. */
export async function readExpectations(
  queries: Queries,
  filter: ExpectationFilter,
  page?: { limit: number; offset: number },
): Promise<Expectation[]> {
  const rows = await selected(queries, filter)
    .selectAll()
    .orderBy('name')
    .$if(page !== undefined, (q) => q.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute()
  return mapInSteps(rows, toExpectation)
}

const gatedRows = (queries: Queries) =>
  // within a text, quotes are escaped
  queries.selectFrom('expectations').where('content', 'like', '%"gate":"%')

/** Reads the expectations that warn of a write or refuse it, by name: of some flags or environments, or of all. */
export async function readGates(
  queries: Queries,
  {
    flags,
    environments,
  }: { flags: readonly string[] | undefined; environments: ReadonlySet<string> | undefined },
): Promise<Expectation[]> {
  const rows = await gatedRows(queries)
    .selectAll()
    .$if(flags !== undefined, (q) => q.where((eb) => inList(eb.ref('feature_name'), flags ?? [])))
    .$if(environments !== undefined, (q) =>
      q.where((eb) => inList(eb.ref('environment'), environments ?? [])),
    )
    .orderBy('name')
    .execute()
  const all = await mapInSteps(rows, toExpectation)
  return all.filter(({ gate }) => gate !== undefined)
}

export async function countExpectations(queries: Queries, filter: ExpectationFilter): Promise<number> {
  const { n } = await selected(queries, filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

const selected = (queries: Queries, { flag, project, withAccess }: ExpectationFilter) =>
  queries
    .selectFrom('expectations')
    .$if(!withAccess, (q) => q.where('feature_name', 'is not', null))
    .$if(flag !== undefined, (q) => q.where('feature_name', '=', flag ?? ''))
    .$if(project !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('project', '=', project ?? ''),
          eb('feature_name', 'in', () =>
            eb
              .selectFrom('features')
              .select('features.name')
              .where('features.project', '=', project ?? ''),
          ),
        ]),
      ),
    )

export async function findExpectation(queries: Queries, name: string): Promise<Expectation | undefined> {
  const row = await queries.selectFrom('expectations').selectAll().where('name', '=', name).executeTakeFirst()
  return row && toExpectation(row)
}

function toExpectation(row: ExpectationsTable): Expectation {
  const { name, feature_name, project, environment } = row
  return {
    name,
    ...(feature_name === null ? {} : { flag: feature_name }),
    ...(project === null ? {} : { project }),
    ...(environment === null ? {} : { environment }),
    ...fromJson<Partial<Expectation>>(row.content),
    createdBy: row.created_by,
    createdAt: row.created_at,
  }
}

function toRow(expectation: Expectation) {
  const { name, flag, project, environment, createdBy, createdAt, ...content } = expectation
  return {
    name,
    feature_name: flag ?? null,
    project: project ?? null,
    environment: environment ?? null,
    content: toJson(content),
    created_by: createdBy,
    created_at: createdAt,
  }
}

export async function insertExpectation(queries: Queries, expectation: Expectation): Promise<void> {
  await queries
    .insertInto('expectations')
    .values({ ...toRow(expectation) })
    .execute()
}

export async function replaceExpectation(queries: Queries, expectation: Expectation): Promise<void> {
  const { name, ...row } = toRow(expectation)
  await queries.updateTable('expectations').set(row).where('name', '=', name).execute()
}

export async function deleteExpectationRow(queries: Queries, name: string): Promise<void> {
  await queries.deleteFrom('expectations').where('name', '=', name).execute()
}

/** True if any expectation warns of writes or refuses them, in memory: each write of a flag asks for it. */
export type GatesInForce = KeptCopy<boolean>

export const keepGates = ({ store, logger }: Pick<Foundation, 'store' | 'logger'>): GatesInForce =>
  new KeptCopy<boolean>({
    name: 'the gates in force',
    initial: false,
    read: async () =>
      (await gatedRows(store.queries).select('name').limit(1).executeTakeFirst()) !== undefined,
    logger,
  })
