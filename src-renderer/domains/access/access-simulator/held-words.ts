import { definitionOf, isPermission } from '../../../../src-shared/access/permissions/index.ts'

/** A permission and where it is held: "Enable/disable flags in default, production". */
export function heldInWords(held: {
  permission: string
  project?: string | undefined
  environment?: string | undefined
}): string {
  const { permission, project, environment } = held
  const name = isPermission(permission) ? definitionOf(permission).displayName : permission
  const place = [project, environment].filter((one) => one !== undefined).join(', ')
  return place === '' ? name : `${name} in ${place}`
}
