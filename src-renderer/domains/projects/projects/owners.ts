import type { Outputs } from '#lib/api.ts'

type Owners = Outputs['getProjects']['projects'][number]['owners']

/**
 * Lists the owners of a project; a project without an Owner is owned by System (document: "Project roles").
 */
export function ownersOf(owners: Owners): string {
  return owners.map((owner) => (owner.ownerType === 'system' ? 'System' : owner.name)).join(', ')
}
