import { definitionOf, isPermission } from '#shared/access/permissions/index.ts'

interface Held {
  permission: string
  project?: string | undefined
  environment?: string | undefined
}

/** A permission and where it is held: "Enable/disable flags in Default, production". */
export function heldInWords(
  { permission, project, environment }: Held,
  projectName: (id: string) => string,
): string {
  const name = isPermission(permission) ? definitionOf(permission).displayName : permission
  const place = [project && projectName(project), environment].filter((one) => one !== undefined).join(', ')
  return place === '' ? name : `${name} in ${place}`
}
