import { OPEN_STATES, isOneOf } from '#shared/changes/change-requests/index.ts'
import { checkChangeRequest as contract } from '#shared/changes/contract/change-request-review.ts'
import { MAX_CHECKS_NAMED } from '#shared/changes/schemas/change-request-checks.ts'
import type { Violation } from '#shared/changes/schemas/policy.ts'
import type { Expectation } from '#shared/insight/schemas/expectation.ts'
import { readExpectations } from '#domains/insight/expectations/expectations.store.ts'
import { runExpectations, withinCost } from '#domains/insight/expectations/run-expectations.ts'
import { badData } from '#kernel/app-error.ts'
import type { NewEvent } from '#kernel/event.ts'
import { dryRun } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { applyChanges } from '../change-requests/apply-changes.ts'
import type { ChangeRequestDetails } from '../change-requests/change-request.ts'
import { requireRequest } from '../change-requests/require-request.ts'
import { judgeExpectations } from '../policies/judge-expectations.ts'
import { judgeWrite } from '../policies/judge-write.ts'
import type { PoliciesInForce } from '../policies/policies.store.ts'

/**
 * Judges a request as if it were applied now: by the policies in force, and by the expectations of its flags. It is applied for that, and
 * rolled back.
 */
export const checkChangeRequest = ({ policies }: { policies: Pick<PoliciesInForce, 'value'> }) =>
  dryRun(contract, async (context, { params }) => {
    const request = await requireRequest(context, undefined, params.id)
    if (!isOneOf(OPEN_STATES, request.state))
      throw badData(`A change request in the state "${request.state}" has no checks.`)
    const about = await expectationsAbout(context.visible, request)
    const expectations = withinCost(about)
    const before = await runExpectations(context, context.visible, expectations)
    const events: NewEvent[] = []
    await applyChanges({ ...context, record: (event) => events.push(event) }, request)
    const after = await runExpectations(context, context.visible, expectations)
    const written = { events, at: context.now, hidden: context.hidden }
    const judged = await judgeWrite(policies.value, context.everything, written)
    const gates = await judgeExpectations(context.everything, written)
    const listed = new Set(about.map(({ name }) => name))
    // the gates of other flags, such as those of children
    const further = gates.violations.filter(
      ({ expectation = '', project }) => !listed.has(expectation) && !context.hidden.has(project),
    )
    const violations = [...judged.violations, ...further]
    const now = new Map(before.results.map(({ name, passed }) => [name, passed]))
    const failing = after.results
      .filter(({ passed }) => !passed)
      .map((one) => ({ ...one, failsNow: now.get(one.name) === false }))
    const mended = after.results.filter(({ name, passed }) => passed && now.get(name) === false)
    const named = {
      violations: violations.toSorted(refusalsFirst).slice(0, MAX_CHECKS_NAMED),
      failing: failing.toSorted(brokenFirst).slice(0, MAX_CHECKS_NAMED),
    }
    return {
      ...named,
      expectations: expectations.length,
      mended: mended.slice(0, MAX_CHECKS_NAMED).map(({ name }) => name),
      omitted:
        violations.length + judged.omitted - named.violations.length + failing.length - named.failing.length,
      unchecked: about.length - expectations.length,
    }
  })

const refusalsFirst = (a: Violation, b: Violation) => a.effect.localeCompare(b.effect)
const brokenFirst = (a: { failsNow: boolean }, b: { failsNow: boolean }) =>
  Number(a.failsNow) - Number(b.failsNow)

/** Reads the expectations that a request can change: of its flags, and with a segment of all that may use it. */
async function expectationsAbout(
  visible: Queries,
  { project, environment, changes }: ChangeRequestDetails,
): Promise<Expectation[]> {
  const flags = new Set(changes.map(({ change }) => change.feature ?? ''))
  const all = await readExpectations(visible, { project, withAccess: false })
  return all.filter((one) => one.environment === environment && (flags.has('') || flags.has(one.flag ?? '')))
}
