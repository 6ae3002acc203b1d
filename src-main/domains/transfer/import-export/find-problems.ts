import { fitsNaming } from '#shared/expressions/index.ts'
import { detail } from '#shared/errors/error-table.ts'
import type { ImportFinding, ImportFindings } from '#shared/transfer/schemas/import-export.ts'
import type { Permission } from '#shared/access/permissions/index.ts'
import { AppError } from '#kernel/app-error.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { importable, type ImportSituation } from './import-situation.ts'

/** Finds the problems of an import without importing (docs/contract/transfer.md#import). */
export function findProblems(context: QueryContext, situation: ImportSituation): ImportFindings {
  return {
    errors: withItems([
      [
        'We detected the following segments in the import file that need to be created first:',
        situation.missingSegments,
      ],
      [
        'We detected the following custom strategy in the import file that needs to be created first:',
        missingStrategies(situation),
      ],
      [
        'We detected the following context fields that do not have matching legal values with the imported ones:',
        mismatchedFields(situation),
      ],
      ['We detected the following dependencies that need to be created first:', missingParents(situation)],
      ['We detected the following features are duplicate in your import data:', duplicates(situation)],
      ['The following features already exist in other projects:', strangers(context, situation)],
      [patternMessage(situation), misnamed(situation)],
      ...limitFinding(context, situation),
    ]),
    warnings: withItems([
      [
        'The following features will not be imported as they are currently archived. To import them, please unarchive them first:',
        [...situation.existing.values()].filter((flag) => flag.archivedAt !== null).map((flag) => flag.name),
      ],
      [
        'The following features already exist in this project and will be overwritten:',
        overwritten(situation),
      ],
      [
        'The following features have a release plan in the import file, which will not be imported. The strategies of its current milestone become ordinary strategies:',
        environmentsWith(situation, 'releasePlans'),
      ],
      [
        'The following features have safeguards in the import file, which will not be imported:',
        environmentsWith(situation, 'safeguards'),
      ],
    ]),
    permissions: withItems([
      ['We detected you are missing the following permissions:', missingPermissions(context, situation)],
    ]),
  }
}

/** Throws 400 with all that stands in the way. */
export function requireNoErrors(context: QueryContext, situation: ImportSituation): void {
  const { errors } = findProblems(context, situation)
  if (errors.length === 0) return
  const texts = errors.map(({ message, affectedItems }) => `${message} ${affectedItems.join(', ')}`)
  throw new AppError('BadDataError', 'Import validation failed', {
    details: texts.map((text) => detail(text, '/body/data')),
  })
}

const withItems = (findings: [message: string, items: readonly string[]][]): ImportFinding[] =>
  findings
    .filter(([, items]) => items.length > 0)
    .map(([message, items]) => ({ message, affectedItems: [...new Set(items)].sort() }))

const overwritten = (situation: ImportSituation) =>
  importable(situation)
    .filter((feature) => situation.existing.has(feature.name))
    .map((feature) => feature.name)

/** Lists the flags whose environment in the file has parts that an import passes over (docs/contract/transfer.md#export-changes). */
const environmentsWith = ({ input }: ImportSituation, part: 'releasePlans' | 'safeguards') =>
  (input.data.featureEnvironments ?? [])
    .filter((one) => (one[part] ?? []).length > 0)
    .map((one) => one.featureName)

const missingStrategies = ({ input, strategyTypes }: ImportSituation) =>
  input.data.featureStrategies.map((one) => one.name).filter((name) => !strategyTypes.has(name))

/** Finds the context fields whose legal values in the file are not legal here. */
const mismatchedFields = ({ input, contextFields }: ImportSituation) =>
  (input.data.contextFields ?? [])
    .filter(({ name, legalValues = [] }) => {
      const legal = new Set(contextFields.get(name)?.legalValues?.map((one) => one.value))
      return legal.size > 0 && legalValues.some(({ value }) => !legal.has(value))
    })
    .map((field) => field.name)

function missingParents({ input, project, parents }: ImportSituation): string[] {
  const imported = new Set(input.data.features.map((feature) => feature.name))
  return (input.data.dependencies ?? [])
    .flatMap((one) => one.dependencies.map((parent) => parent.feature))
    .filter((name) => {
      const here = parents.get(name)
      return !imported.has(name) && (here?.project !== project.id || here.archivedAt !== null)
    })
}

function duplicates({ input }: ImportSituation): string[] {
  const met = new Set<string>()
  return input.data.features.map((feature) => feature.name).filter((name) => met.size === met.add(name).size)
}

/** Lists names taken in other projects. Projects hidden from the caller are not named. */
const strangers = ({ hidden }: QueryContext, { existing, project }: ImportSituation) =>
  [...existing.values()]
    .filter((flag) => flag.project !== project.id)
    .map((flag) => (hidden.has(flag.project) ? flag.name : `${flag.name} (in project ${flag.project})`))

const patternMessage = ({ project }: ImportSituation) =>
  `The following features do not match the naming pattern "${project.featureNaming?.pattern ?? ''}" of this project:`

function misnamed({ project, input, existing }: ImportSituation): string[] {
  const pattern = project.featureNaming?.pattern
  if (!pattern) return []
  // an unusable pattern rejects new names, as for a single flag
  return input.data.features
    .map((one) => one.name)
    .filter((name) => !existing.has(name) && fitsNaming(pattern, name) !== 'fits')
}

function limitFinding(
  { limits }: QueryContext,
  { input, existing }: ImportSituation,
): [message: string, items: string[]][] {
  const fresh = input.data.features.filter((feature) => !existing.has(feature.name)).length
  return fresh > limits.featureFlags
    ? [[`We detected more new features than the maximum of ${limits.featureFlags}:`, [String(fresh)]]]
    : []
}

/**
 * Lists the permissions that the same changes by hand would need and the caller lacks. Change requests need
 * none: their approver decides.
 */
export function missingPermissions(context: QueryContext, situation: ImportSituation): Permission[] {
  const { input, existing, contextFields, tagTypes } = situation
  const { data, project, environment } = input
  const isDirect = !situation.isRequested
  const isNew = data.features.some((feature) => !existing.has(feature.name))
  const needed: [Permission, boolean][] = [
    ['CREATE_FEATURE', isNew],
    ['UPDATE_FEATURE', true],
    ['CREATE_FEATURE_STRATEGY', isDirect && data.featureStrategies.length > 0],
    ['DELETE_FEATURE_STRATEGY', isDirect && overwritten(situation).length > 0],
    ['UPDATE_FEATURE_ENVIRONMENT', isDirect && (data.featureEnvironments ?? []).length > 0],
    [
      'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
      isDirect && (data.featureEnvironments ?? []).some((one) => (one.variants ?? []).length > 0),
    ],
    ['UPDATE_FEATURE_DEPENDENCY', isDirect && (data.dependencies ?? []).length > 0],
    ['CREATE_CONTEXT_FIELD', (data.contextFields ?? []).some((field) => !contextFields.has(field.name))],
    ['CREATE_TAG_TYPE', data.tagTypes.some((type) => !tagTypes.has(type.name))],
  ]
  return needed
    .filter(
      ([permission, isNeeded]) =>
        isNeeded && !context.may({ anyOf: [permission], project, environment }).allowed,
    )
    .map(([permission]) => permission)
}
