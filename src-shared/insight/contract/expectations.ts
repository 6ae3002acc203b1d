import { z } from 'zod'

import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { MANY, Name, PathPart } from '../../schemas/bounded.ts'
import { integerParam } from '../../schemas/scalars.ts'
import { Expectation, ExpectationContent, ExpectationInput, ExpectationRun } from '../schemas/expectation.ts'

const EXPECTATIONS = '/api/halyard/expectations'
/** Halyard's own (ADR 82). */
const shared = { tag: 'Expectations', everywhere: true } as const
const ofOne = {
  ...shared,
  path: `${EXPECTATIONS}/:name`,
  params: z.object({ name: PathPart.min(1) }),
} as const

/** Most expectations of a page of the list. */
export const MAX_LISTED = 1000
/** Most expectations that a run brings itself. */
export const MAX_SENT = MANY
/** Bytes of a run that brings its expectations itself: they are checked in one turn. */
export const RUN_LIMIT = 500 * 1024

export const getExpectations = operation({
  ...shared,
  operationId: 'getExpectations',
  method: 'GET',
  path: EXPECTATIONS,
  summary: 'Lists the expectations of the instance, of a flag or of a project',
  description:
    'Operation of Halyard, by name. Expectations of access are listed for Admins only. `limit` is 1000 at most, and so is its default.',
  access: audienceOnly,
  query: z.object({
    flag: Name.optional(),
    project: Name.optional(),
    limit: integerParam('limit').pipe(z.int().min(1).max(MAX_LISTED)).optional(),
    offset: integerParam('offset').pipe(z.int().min(0)).optional(),
  }),
  responses: {
    200: z.object({ expectations: z.array(Expectation), total: z.int() }).meta({ id: 'expectationsSchema' }),
  },
})

export const createExpectation = operation({
  ...shared,
  operationId: 'createExpectation',
  method: 'POST',
  path: EXPECTATIONS,
  summary: 'Creates an expectation of a flag, or of access',
  description:
    'Operation of Halyard. UPDATE_FEATURE in the project of the flag is needed, and ADMIN for access. Without a name, it gets one made of what ' +
    'it is about. An expectation that fails can be created, too.',
  access: needs('UPDATE_FEATURE'),
  body: ExpectationInput,
  responses: { 201: Expectation },
  location: ({ name }) => `expectations/${encodeURIComponent(name)}`,
  errors: [409],
})

export const updateExpectation = operation({
  ...ofOne,
  operationId: 'updateExpectation',
  method: 'PUT',
  summary: 'Replaces an expectation',
  access: needs('UPDATE_FEATURE'),
  body: ExpectationContent,
  responses: { 200: Expectation },
  errors: [404],
})

export const deleteExpectation = operation({
  ...ofOne,
  operationId: 'deleteExpectation',
  method: 'DELETE',
  summary: 'Deletes an expectation',
  access: needs('UPDATE_FEATURE'),
  anyContentType: true,
  responses: { 204: null },
  errors: [404],
})

export const runExpectations = operation({
  ...shared,
  operationId: 'runExpectations',
  method: 'POST',
  path: `${EXPECTATIONS}/run`,
  summary: 'Checks expectations, and explains those that fail',
  description:
    'Operation of Halyard. Checks those of the instance, of a flag or of a project, or the ones in the body. It changes nothing. ' +
    'Expectations of access are checked for Admins only. A run evaluates at most 2,000,000 contexts.',
  access: audienceOnly,
  bodyLimit: RUN_LIMIT,
  body: z
    .strictObject({
      flag: Name.min(1).optional(),
      project: Name.min(1).optional(),
      /** Checked in place of those of the instance. */
      expectations: z.array(ExpectationInput).max(MAX_SENT).optional(),
    })
    .meta({ id: 'runExpectationsSchema' }),
  responses: { 200: ExpectationRun },
})
