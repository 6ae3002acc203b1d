import { AppError, badData, exceedsLimit, notFound } from '#kernel/app-error.ts'
import { nameOf } from '#kernel/caller.ts'
import { mutation, query, type MutationContext, type QueryContext } from '#kernel/use-case.ts'
import * as contract from '#shared/insight/contract/expectations.ts'
import { nameOfExpectation } from '#shared/insight/expectations/expectation-words.ts'
import {
  isOfFlag,
  MAX_EXPECTATIONS,
  type Expectation,
  type ExpectationContent,
} from '#shared/insight/schemas/expectation.ts'
import { environmentExists, projectExists } from '#domains/access/access/places.read-model.ts'
import { findFeature } from '#domains/flags/features/features.store.ts'
import {
  countExpectations,
  deleteExpectationRow,
  findExpectation,
  type GatesInForce,
  insertExpectation,
  readExpectations,
  replaceExpectation,
} from '../expectations/expectations.store.ts'
import { runExpectations as run } from '../expectations/run-expectations.ts'

interface Services {
  gates: GatesInForce
}

const ADMIN = { anyOf: ['ADMIN'] } as const
/** Rights of others are for Admins. */
const seesAccess = ({ may }: QueryContext): boolean => may(ADMIN).allowed

export const getExpectations = query(
  contract.getExpectations,
  async (context, { query: { flag, project, limit = contract.MAX_LISTED, offset = 0 } }) => {
    const filter = { flag, project, withAccess: seesAccess(context) }
    return {
      expectations: await readExpectations(context.visible, filter, { limit, offset }),
      total: await countExpectations(context.visible, filter),
    }
  },
)

/** Creates an expectation. One that fails now can be created: it says what is still to be done. */
export const createExpectation = ({ gates }: Services) =>
  mutation(contract.createExpectation, async (context, { body }) => {
    const { everything, caller, now, restored } = context
    const project = await requirePlace(context, body)
    const name = nameOfExpectation(body)
    if (await findExpectation(everything, name))
      throw new AppError('NameExistsError', `An expectation with name ${name} already exists`)
    if ((await countExpectations(everything, { withAccess: true })) >= MAX_EXPECTATIONS)
      throw exceedsLimit('expectation', MAX_EXPECTATIONS)
    const expectation: Expectation = {
      ...body,
      name,
      createdBy: restored?.createdBy ?? nameOf(caller.actor),
      createdAt: restored?.createdAt ?? now.toISOString(),
    }
    await insertExpectation(everything, expectation)
    context.record({
      type: 'expectation-created',
      ...placeOf(expectation, project),
      data: { ...expectation },
    })
    gates.refreshAfter(context)
    return expectation
  })

export const updateExpectation = ({ gates }: Services) =>
  mutation(contract.updateExpectation, async (context, { params: { name }, body }) => {
    const before = await requireExpectation(context, name)
    await requirePlace(context, before, { isStored: true })
    const project = await requirePlace(context, body)
    const { createdBy, createdAt } = before
    const expectation: Expectation = { ...body, name, createdBy, createdAt }
    await replaceExpectation(context.everything, expectation)
    context.record({
      type: 'expectation-updated',
      ...placeOf(expectation, project),
      data: { ...expectation },
      preData: { ...before },
    })
    gates.refreshAfter(context)
    return expectation
  })

export const deleteExpectation = ({ gates }: Services) =>
  mutation(contract.deleteExpectation, async (context, { params: { name } }) => {
    const expectation = await requireExpectation(context, name)
    const project = await requirePlace(context, expectation, { isStored: true })
    await deleteExpectationRow(context.everything, name)
    context.record({
      type: 'expectation-deleted',
      ...placeOf(expectation, project),
      preData: { ...expectation },
    })
    gates.refreshAfter(context)
  })

/** Checks expectations against the configuration of now. */
export const runExpectations = query(
  contract.runExpectations,
  async (context, { body: { flag, project, expectations } }) => {
    if (expectations?.some((one) => !isOfFlag(one))) context.demand(ADMIN)
    const filter = { flag, project, withAccess: seesAccess(context) }
    return run(context, context.visible, expectations ?? (await readExpectations(context.visible, filter)))
  },
)

async function requireExpectation(context: QueryContext, name: string): Promise<Expectation> {
  const found = await findExpectation(context.visible, name)
  if (!found || (!isOfFlag(found) && !seesAccess(context)))
    throw notFound(`Could not find the expectation ${name}`)
  return found
}

/** Requires the permission to write an expectation, and that its place is there. Returns its project. */
async function requirePlace(
  context: MutationContext,
  content: ExpectationContent,
  { isStored = context.restored !== undefined } = {},
): Promise<string | undefined> {
  const { project, environment } = content
  if (!isOfFlag(content)) {
    context.demand(ADMIN)
    if (!isStored) await requireNames(context, { project, environment })
    return project
  }
  const feature = await findFeature(context.visible, content.flag)
  if (!feature && !isStored) throw badData(`There is no flag ${content.flag}`, '/body/flag')
  // one of a flag that is gone is of no project
  context.demand(feature ? { anyOf: ['UPDATE_FEATURE'], project: feature.project } : ADMIN)
  if (!isStored) await requireNames(context, { project: undefined, environment })
  return feature?.project
}

async function requireNames(
  { visible }: QueryContext,
  { project, environment }: Record<'project' | 'environment', string | undefined>,
): Promise<void> {
  if (project !== undefined && !(await projectExists(visible, project)))
    throw badData(`There is no project ${project}`, '/body/project')
  if (environment !== undefined && !(await environmentExists(visible, environment)))
    throw badData(`There is no environment ${environment}`, '/body/environment')
}

/** Place of an event: that of the flag, or of the permission. */
const placeOf = ({ flag, environment }: Expectation, project: string | undefined) => ({
  ...(flag === undefined ? {} : { featureName: flag }),
  ...(project === undefined ? {} : { project }),
  ...(environment === undefined ? {} : { environment }),
})
