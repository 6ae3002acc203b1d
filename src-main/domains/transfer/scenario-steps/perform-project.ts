import { project } from '#domains/audit/configuration/items/project.ts'
import type { PartChange } from '#shared/audit/undo/index.ts'
import { isEqual } from '#shared/configuration/equality.ts'
import { ownValue } from '#shared/own-value.ts'
import { changes, type Apply, type Item, type Performer, type Step } from './step-performer.ts'

type PartValues = Pick<PartChange, 'before' | 'after'>

/** Performs the change of a part of a project. */
const performPart = (apply: Apply, id: string, part: readonly string[], sides: PartValues) =>
  project.perform(apply, { path: ['project', id, ...part], ...sides })

/**
 * Approvals are set by `performApprovals`, after the flags: they would stand in the way of those. Default strategies are set
 * by `performDefaultStrategies`, once the segments that they name exist.
 */
export const performProject: Performer<'projects'> = async (apply, step) => {
  const { action, name: id, before, after } = step
  if (action === 'delete') return performPart(apply, id, [], { before, after: undefined })
  const { environments, access, ...wanted } = { ...before, ...after }
  const settings = settingsOf({ ...wanted, name: wanted.name ?? id })
  const { featureNaming: _naming, linkTemplates: _templates, featureLimit: _limit, ...described } = settings
  if (action === 'create')
    await performPart(apply, id, [], { before: undefined, after: { ...described, environments } })
  const had = before ? settingsOf({ ...before, name: before.name ?? id }) : described
  await performPart(apply, id, ['settings'], { before: had, after: settings })
  if (action === 'update')
    await setEnvironments(apply, id, { had: before?.environments, wanted: environments })
  await setAccess(apply, access, step)
}

const settingsOf = ({
  name,
  description,
  mode,
  defaultStickiness,
  featureNaming,
  linkTemplates,
  featureLimit,
}: Item<'projects'>) => ({
  name,
  description,
  mode,
  defaultStickiness,
  featureNaming,
  linkTemplates,
  featureLimit,
})

async function setEnvironments(
  apply: Apply,
  id: string,
  { had = [], wanted = [] }: Record<'had' | 'wanted', readonly string[] | undefined>,
): Promise<void> {
  for (const name of wanted)
    if (!had.includes(name)) await performPart(apply, id, ['env', name], { before: undefined, after: true })
  for (const name of had)
    if (!wanted.includes(name))
      await performPart(apply, id, ['env', name], { before: true, after: undefined })
}

async function setAccess(
  apply: Apply,
  access: Item<'projects'>['access'],
  step: Step<'projects'>,
): Promise<void> {
  const { ids } = apply
  const set = async (
    { list, kind }: { list: 'users' | 'groups'; kind: 'user' | 'group' },
    idOf: (name: string) => number | undefined,
  ) => {
    for (const [name, roles] of Object.entries(access?.[list] ?? {})) {
      if (!changes(step, 'access', `access.${list}`, `access.${list}.${name}`)) continue
      const after = roles.flatMap((one) => ids.roles.idOf(one) ?? [])
      await performPart(apply, step.name, ['access', kind, String(idOf(name))], { before: undefined, after })
    }
  }
  await set({ list: 'users', kind: 'user' }, (name) => ids.accountOf(name))
  await set({ list: 'groups', kind: 'group' }, (name) => ids.groups.idOf(name))
}

/** Sets the approvals of a project's environments that differ. */
export const performApprovals: Performer<'projects'> = async (apply, { name: id, before, after }) => {
  for (const [name, wanted] of Object.entries(after?.approvals ?? {})) {
    const had = ownValue(before?.approvals ?? {}, name) ?? null
    if (had !== wanted)
      await performPart(apply, id, ['env', name, 'approvals'], { before: had, after: wanted })
  }
}

/** Sets the default strategies of a project's environments that differ. */
export const performDefaultStrategies: Performer<'projects'> = async (apply, { name: id, before, after }) => {
  for (const [name, wanted] of Object.entries(after?.defaultStrategies ?? {})) {
    const had = ownValue(before?.defaultStrategies ?? {}, name) ?? null
    if (isEqual(had, wanted)) continue
    const segments = wanted?.segments?.flatMap((one) => apply.ids.segments.idOf(one) ?? [])
    const strategy = wanted && { ...wanted, segments }
    await performPart(apply, id, ['env', name, 'default-strategy'], { before: had, after: strategy })
  }
}
