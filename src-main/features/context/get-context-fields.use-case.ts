import {
  getContextField as one,
  getContextFields as all,
  getStrategiesByContextField as strategies,
} from '../../../src-shared/contract/context.ts'
import { notFound } from '../../kernel/app-error.ts'
import { query } from '../../kernel/use-case.ts'
import { findContextField, readContextFields } from './context-fields.store.ts'
import { readContextUses } from './context-usage.read-model.ts'

/** All fields by name, each with how much uses it (exchanges 312, 328). */
export const getContextFields = query(all, async ({ queries }, { query: { include } }) => {
  const uses = await readContextUses(queries)
  const fields = await readContextFields(queries, include === 'project')
  return fields.map((field) => {
    const ofField = uses.filter((use) => use.field === field.name)
    return {
      ...field,
      usedInProjects: new Set(ofField.map((use) => use.projectId)).size,
      usedInFeatures: new Set(ofField.map((use) => use.featureName)).size,
    }
  })
})

export const getContextField = query(one, async ({ queries }, { params: { contextField } }) => {
  const field = await findContextField(queries, contextField)
  if (!field || field.project !== undefined) throw notFound('Could not find context field')
  return field
})

/** The strategies whose constraints use a field, defined or not (exchange 324). */
export const getStrategiesByContextField = query(
  strategies,
  async ({ queries }, { params: { contextField } }) => ({
    strategies: (await readContextUses(queries))
      .filter((use) => use.field === contextField)
      .map(({ field: _field, ...strategy }) => strategy),
  }),
)
