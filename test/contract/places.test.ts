import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import { definitionOf } from '#shared/access/permissions/index.ts'
import { audienceOnly, needs, requirementsAt } from '#shared/contract-engine/access.ts'
import { placeIn } from '#shared/contract-engine/place.ts'
import { operation, OPERATIONS, type Operation } from '#shared/contract/index.ts'
import { FORMER_FORMS, FORMER_OPERATIONS } from '#shared/versions/contract/former/index.ts'
import { FORMER_PERMISSIONS } from '#support/service/former-permissions.ts'
import { PERMISSION_MATRIX, type Row } from '#support/service/permission-matrix.ts'

const ALL = [...OPERATIONS, ...FORMER_OPERATIONS, ...FORMER_FORMS]
const MATRIX = new Map([...PERMISSION_MATRIX, ...FORMER_PERMISSIONS])

/** Names by which a request can say where it takes place. */
const NAMES = /^(new)?(project|environment)(s|Id|Ids)?$/i

/** Names of the properties of a body, whatever wraps them. */
function propertiesOf(schema: z.ZodType): string[] {
  const json = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })
  const named = (one: unknown): string[] => {
    const { properties = {}, anyOf = [], allOf = [], oneOf = [] } = one as Record<string, object[]>
    return [...Object.keys(properties), ...[...anyOf, ...allOf, ...oneOf].flatMap(named)]
  }
  return named(json)
}

const namesOf = ({ path, body }: Operation) => [
  ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => name!),
  ...propertiesOf(body),
]

/** Answers a request that names in each part the part itself. */
const echo = (source: string) =>
  new Proxy(
    {},
    {
      get: (_target, name) => `${source}.${String(name)}`,
      getOwnPropertyDescriptor: () => ({ configurable: true }),
    },
  )
const REQUEST = { params: echo('params'), body: echo('body') }

/** The scope of the permission that follows from what an operation declares, in the words of the matrix. */
function declaredScope({ access, place = 'instance' }: Operation): string {
  if (access.kind === 'audience') return 'none'
  const { anyOf } = access
  if (anyOf.every((one) => definitionOf(one).scope === 'root') || place === 'instance') return 'root'
  if (place === 'stored') return 'stored'
  const [requirement] = requirementsAt(access, placeIn(place, REQUEST))
  return requirement?.environment === undefined ? 'project' : 'environment'
}

const matrixScope = (row: Row | null | undefined) => {
  if (!row) return 'none'
  return ['stored-segment', 'sole-environment'].includes(row.scope) ? 'stored' : row.scope
}

describe('the place of an operation', () => {
  it('is declared for each operation whose path or body names a project or an environment', () => {
    const naming = ALL.filter((one) => namesOf(one).some((name) => NAMES.test(name)))
    expect(naming.length).toBeGreaterThan(140)
    expect(naming.filter((one) => one.place === undefined).map((one) => one.operationId)).toEqual([])
  })

  it('is the project of the path, where there is one', () => {
    const inPath = ALL.filter(({ path }) => /:project(Id)?\b/.test(path))
    const projects = inPath.map(({ operationId, place }) => [
      operationId,
      typeof place === 'object' ? place.project : place,
    ])
    expect(projects.filter(([, project]) => project !== 'params.projectId')).toEqual([])
  })

  it('is the environment of the path, also beside a project', () => {
    const inPath = ALL.filter(({ path }) => /:projectId\b.*:environment\b/.test(path))
    expect(inPath.length).toBeGreaterThan(20)
    const undeclared = inPath.filter(
      ({ place }) => typeof place !== 'object' || place.environment !== 'params.environment',
    )
    expect(undeclared.map((one) => one.operationId)).toEqual([])
  })

  it.each(ALL.filter((one) => one.audience === 'admin').map((one) => [one.operationId, one] as const))(
    '%s: gives its permission the scope of the matrix',
    (id, one) => {
      expect(declaredScope(one)).toBe(matrixScope(MATRIX.get(id)))
    },
  )

  it('is declared for every operation under change control', () => {
    const controlled = ALL.filter((one) => one.changeControl !== undefined)
    expect(controlled.length).toBeGreaterThan(30)
    for (const { operationId, place, changeControl } of controlled) {
      const declared = typeof place === 'object' ? Object.keys(place) : [place]
      const needed = { environment: 'environment', project: 'project', move: 'feature' }
      const name = changeControl!.scope === 'every-environment' ? 'stored' : needed[changeControl!.scope]
      expect([operationId, ...declared]).toContain(name)
    }
  })
})

describe('a declared place', () => {
  const spec = {
    operationId: 'renameThing',
    method: 'POST',
    path: '/things/:project',
    tag: 'Test',
    summary: 'Renames a thing',
    params: z.object({ project: z.string() }),
    body: z.object({ environments: z.array(z.string()), count: z.number(), of: z.string().optional() }),
    responses: { 200: null },
  } as const

  it('is a part of the request that holds names', () => {
    const place = { project: 'params.project', environment: 'body.environments', feature: 'body.of' } as const
    expect(operation({ ...spec, access: audienceOnly, place }).place).toBe(place)
    // @ts-expect-error: there is no such parameter
    operation({ ...spec, access: audienceOnly, place: { project: 'params.projectId' } })
    // @ts-expect-error: a number names no project
    operation({ ...spec, access: audienceOnly, place: { project: 'body.count' } })
  })

  it('checks the permission in each named environment, without revealing unknown ones', () => {
    const place = { project: 'params.project', environment: 'body.environments', feature: 'body.of' } as const
    const at = placeIn(place, { params: { project: 'p' }, body: { environments: ['a', 'b'] } })
    expect(at).toEqual({ project: 'p', environments: ['a', 'b'] })
    expect(requirementsAt(needs('UPDATE_FEATURE_ENVIRONMENT'), at)).toEqual([
      { anyOf: ['UPDATE_FEATURE_ENVIRONMENT'], project: 'p', environment: 'a' },
      { anyOf: ['UPDATE_FEATURE_ENVIRONMENT'], project: 'p', environment: 'b' },
    ])
    expect(requirementsAt(needs('UPDATE_FEATURE'), at)).toEqual([{ anyOf: ['UPDATE_FEATURE'], project: 'p' }])
    expect(requirementsAt(needs('ADMIN'), at)).toEqual([{ anyOf: ['ADMIN'] }])
    expect(placeIn(place, { params: { project: 'p' }, body: undefined })).toEqual({
      project: 'p',
      environments: [],
    })
  })
})
