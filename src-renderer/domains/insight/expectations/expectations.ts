import { inProject } from '#shared/contract-engine/place.ts'
import {
  createExpectation,
  deleteExpectation,
  getExpectations,
} from '#shared/insight/contract/expectations.ts'
import { nameOfExpectation } from '#shared/insight/expectations/expectation-words.ts'
import type {
  Expectation,
  ExpectationInput,
  ExpectationResult,
  FlagExpectation,
} from '#shared/insight/schemas/expectation.ts'
import { api, type Outputs } from '#lib/api.ts'
import { attempt } from '#lib/attempt.ts'
import { keys } from '#lib/queries.ts'
import { isOffered, need } from '#lib/rights.svelte.ts'
import type { DeclaredOperation } from '#ui/surroundings.ts'

/** An expectation, with how it came out; undefined: it was written after the check. */
export interface CheckedExpectation {
  expectation: Expectation
  result: ExpectationResult | undefined
}

/** Query of the expectations of a flag, those that fail first. Other services have none. */
export const expectationsOfFlag = (flag: string) => ({
  queryKey: [...keys.expectations, flag],
  queryFn: async (): Promise<CheckedExpectation[]> => {
    const [{ expectations }, { results }] = await Promise.all([
      api.getExpectations.query({ query: { flag } }),
      api.runExpectations.query({ body: { flag } }),
    ])
    const byName = new Map(results.map((result) => [result.name, result]))
    const checked = expectations.map((expectation) => ({ expectation, result: byName.get(expectation.name) }))
    return checked.sort((one, other) => Number(hasFailed(other)) - Number(hasFailed(one)))
  },
  enabled: isOffered(getExpectations),
})

/** Checks that an expectation fails now. */
export const hasFailed = ({ result }: CheckedExpectation): boolean => result?.passed === false

/** The service finds the project by the flag of an expectation; here it is known. */
const inProjectOfFlag = (operation: DeclaredOperation, project: string) =>
  need({ ...operation, place: inProject }, { project })
export const needToExpect = (project: string) => inProjectOfFlag(createExpectation, project)
export const needToDrop = (project: string) => inProjectOfFlag(deleteExpectation, project)

/** Makes the expectation that a flag stays what an explanation says. */
export function expectationOf(
  { flag, enabled, variant, reason, environment }: Outputs['explainFlagWithPost'],
  sent: Record<string, unknown>,
): FlagExpectation {
  return {
    flag,
    environment,
    contexts: [sent],
    expect: {
      enabled,
      ...(variant.enabled ? { variant: variant.name } : {}),
      // off for another reason is another matter, on by another strategy is not
      ...(enabled ? {} : { reason: reason as NonNullable<FlagExpectation['expect']['reason']> }),
    },
  }
}

/** Creates an expectation; says so with its undo, or why not. */
export const addExpectation = (body: ExpectationInput): Promise<boolean> =>
  attempt(
    "Couldn't add the expectation",
    () => api.createExpectation.mutate({ body }),
    `Expected: ${nameOfExpectation(body)}`,
  )

/** Deletes an expectation; says so with its undo, or why not. */
export const dropExpectation = (name: string): Promise<boolean> =>
  attempt(
    "Couldn't delete the expectation",
    () => api.deleteExpectation.mutate({ params: { name } }),
    'Expectation deleted',
  )

/** Gates in the words of the form. */
export const GATES = [
  { value: '', label: 'is saved' },
  { value: 'warn', label: 'is saved, with a warning in the event log' },
  { value: 'refuse', label: 'is refused' },
]

/** Makes the field of an expectation of the chosen gate. */
export const toGate = (gate: string): Pick<Expectation, 'gate'> =>
  gate === 'warn' || gate === 'refuse' ? { gate } : {}

/** Text of an expectation to edit: all but its name, its gate and who made it. */
export function contentToEdit({
  name: _name,
  gate: _gate,
  createdBy: _createdBy,
  createdAt: _createdAt,
  ...content
}: Partial<Expectation>): string {
  return JSON.stringify(content, null, 2)
}
