import { z } from 'zod'

import { ExpectationResult } from '../../insight/schemas/expectation.ts'
import { Violation } from './policy.ts'

/** Violations, and failing expectations, that an answer names; the others are counted. */
export const MAX_CHECKS_NAMED = 100

/** Findings of policies and expectations in the flags as a change request would leave them. */
export const ChangeRequestChecks = z
  .object({
    /** Violations of policies, the refusals first. */
    violations: z.array(Violation),
    /** Expectations that were checked. */
    expectations: z.int(),
    failing: z.array(ExpectationResult.extend({ failsNow: z.boolean() })),
    /** Names of expectations that fail now, and would pass. */
    mended: z.array(z.string()),
    /** Violations and failures that are not named. */
    omitted: z.int(),
    /** Expectations that were not checked, as they evaluate too many contexts. */
    unchecked: z.int(),
  })
  .meta({ id: 'changeRequestChecksSchema' })
export type ChangeRequestChecks = z.output<typeof ChangeRequestChecks>
