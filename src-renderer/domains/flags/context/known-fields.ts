import semver from 'semver'

import type { FieldKind } from '#shared/flags/constraints/operator-groups.ts'
import type { ListedContextField } from '#shared/flags/schemas/context-field.ts'
import type { OptionGroup } from '#ui/options.ts'

export type Field = Pick<
  ListedContextField,
  'name' | 'description' | 'legalValues' | 'stickiness' | 'project'
>

/** Fields that SDKs fill of their own accord, whether or not the instance lists them. */
const BUILT_IN: Readonly<Record<string, { kind: FieldKind; note: string }>> = {
  userId: { kind: 'id', note: 'The user, as the application knows it' },
  sessionId: { kind: 'text', note: 'The session of the user' },
  appName: { kind: 'text', note: 'The application that uses the SDK' },
  environment: { kind: 'text', note: 'The environment that the application reports' },
  remoteAddress: { kind: 'address', note: 'The IP address of the user' },
  currentTime: { kind: 'date', note: 'The time of the evaluation' },
}
const builtIn = new Map(Object.entries(BUILT_IN))

/** The field of a name; a field of the project comes before one of the instance. */
export function fieldNamed(name: string, fields: readonly Field[]): Field | undefined {
  const all = fields.filter((field) => field.name === name)
  return all.find((field) => field.project !== undefined) ?? all[0]
}

/** The legal values of a field; undefined: any value is legal. */
export function legalValuesOf(name: string, fields: readonly Field[]): ReadonlySet<string> | undefined {
  const values = fieldNamed(name, fields)?.legalValues ?? []
  return values.length === 0 ? undefined : new Set(values.map(({ value }) => value))
}

/** Infers the type of a field: built-in fields are known, others follow from their legal values. */
export function kindOf(name: string, fields: readonly Field[]): FieldKind {
  const values = fieldNamed(name, fields)?.legalValues.map(({ value }) => value) ?? []
  if (values.length === 0) return builtIn.get(name)?.kind ?? 'any'
  if (values.every(isNumber)) return 'number'
  if (values.every((value) => semver.valid(value) !== null)) return 'version'
  if (values.every(isDate)) return 'date'
  return 'text'
}

const isNumber = (value: string) => value.trim() !== '' && Number.isFinite(Number(value))
const isDate = (value: string) => /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))

/** Fields to choose from, with their descriptions: the project's, the instance's, then those SDKs fill themselves. */
export function fieldGroups(fields: readonly Field[]): OptionGroup[] {
  const optionOf = ({ name, description }: Field) => ({
    value: name,
    label: name,
    note: description ?? builtIn.get(name)?.note,
  })
  const names = new Set(fields.map(({ name }) => name))
  const isOfProject = (field: Field) => field.project !== undefined
  return [
    { label: 'Fields of the project', options: fields.filter(isOfProject).map(optionOf) },
    { label: 'Context fields', options: fields.filter((field) => !isOfProject(field)).map(optionOf) },
    {
      label: 'Built into SDKs',
      options: [...builtIn]
        .filter(([name]) => !names.has(name))
        .map(([name, { note }]) => ({ value: name, label: name, note })),
    },
  ].filter((group) => group.options.length > 0)
}

/** Fields that a rollout can stick to, behind the choices that need no field. */
export function stickinessGroups(fields: readonly Field[]): OptionGroup[] {
  const first = [
    { value: 'default', label: 'default', note: 'The user, else the session, else random' },
    { value: 'random', label: 'random', note: 'Random at each evaluation' },
    { value: 'userId', label: 'userId', note: builtIn.get('userId')?.note },
    { value: 'sessionId', label: 'sessionId', note: builtIn.get('sessionId')?.note },
  ]
  const names = new Set(first.map(({ value }) => value))
  const others = fields.filter(
    (field, index) =>
      field.stickiness &&
      !names.has(field.name) &&
      fields.findIndex(({ name }) => name === field.name) === index,
  )
  return [
    { label: 'Always there', options: first },
    {
      label: 'Context fields',
      options: others.map(({ name, description }) => ({
        value: name,
        label: name,
        note: description ?? undefined,
      })),
    },
  ].filter((group) => group.options.length > 0)
}
