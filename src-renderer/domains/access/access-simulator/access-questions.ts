import { OPERATIONS } from '#shared/contract/index.ts'
import { PERMISSIONS } from '#shared/access/permissions/index.ts'

export interface Option {
  value: string
  label: string
}

export interface OptionGroup {
  label: string
  options: Option[]
}

/** Lists operations for users, by tag: the choices of a question by operation. */
export const operationGroups = (): OptionGroup[] =>
  grouped(
    OPERATIONS.filter(({ audience }) => audience === 'admin').map(({ operationId, summary, tag }) => ({
      group: tag,
      value: operationId,
      label: summary,
    })),
  )

/** Lists the permissions of the document's tables, by group: the choices of a question by permission. */
export const permissionGroups = (): OptionGroup[] =>
  grouped(
    PERMISSIONS.map(({ name, displayName, group, scope }) => ({
      group:
        scope === 'root' ? group : `${group} (${scope === 'project' ? 'in a project' : 'in an environment'})`,
      value: name,
      label: displayName,
    })),
  )

function grouped(options: readonly (Option & { group: string })[]): OptionGroup[] {
  const groups = new Map<string, Option[]>()
  for (const { group, ...option } of options) groups.set(group, [...(groups.get(group) ?? []), option])
  return [...groups]
    .map(([label, of]) => ({ label, options: of }))
    .sort((a, b) => (a.label < b.label ? -1 : 1))
}
