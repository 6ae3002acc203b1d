import type { Outputs } from '../../../lib/api.ts'

type Owners = Outputs['getProjects']['projects'][number]['owners']

/** Who owns a project, in words; one without an Owner is owned by System (document: "Project roles"). */
export function ownersOf(owners: Owners): string {
  return owners.map((owner) => (owner.ownerType === 'system' ? 'System' : owner.name)).join(', ')
}
